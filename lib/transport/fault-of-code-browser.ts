import type * as node from './fault-of-code.js';

/** In a browser: no error has a code. */
export const faultOfCode: typeof node.faultOfCode = () => undefined;
