import type { Observable } from 'rxjs';
import type { TransportRequest, TransportResponse } from '../../transport/index.js';

/** Carries a request out. */
export type Serve = (request: TransportRequest) => Observable<TransportResponse>;
