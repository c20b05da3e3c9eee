import { InjectionToken } from '@angular/core';
import { relayTransport } from 'rxinformer';
import { Session } from '../session/session';

/** Where the API server or the relay is: beside the page. */
const BASE_URL = new URL('.', document.baseURI).href.replace(/\/$/, '');

const session = new Session(sessionStorage, () => location.reload());

/** Who reads over the connection. */
export const SESSION = new InjectionToken<Session>('session', { factory: () => session });

/** The one connection of this page, for discovery and for all informers. */
export const CONNECTION = relayTransport(BASE_URL, { headers: () => session.headers() });
