import { InjectionToken } from '@angular/core';
import type { SchedulerLike } from 'rxjs';
import type { InformerFactory } from '../informer/index.js';
import type { Leases } from './leases.js';
import type { Request } from './options.js';

/** What `provideInformers` provides. */
export interface Registry {
  /** For those who ask it directly: their informers are kept until its end. */
  readonly factory: InformerFactory;
  readonly leases: Leases;
  /** @throws TypeError when a request is malformed */
  readonly check: (request: Request) => void;
  readonly scheduler: SchedulerLike | undefined;
  readonly connectOnServer: boolean;
}

export const REGISTRY = new InjectionToken<Registry>('rxinformer: what provideInformers() provides');
