import { relayTransport } from 'rxinformer';

/** Where the API server or the relay is: beside the page. */
const BASE_URL = new URL('.', document.baseURI).href.replace(/\/$/, '');

/** The one connection of this page, for discovery and for all informers. */
export const CONNECTION = relayTransport(BASE_URL);
