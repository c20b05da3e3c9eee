import type * as node from './advice-of-code.js';

/** In a browser: no error has a code (`browser` in package.json). */
export const tlsAdvice: typeof node.tlsAdvice = () => undefined;
export const networkAdvice: typeof node.networkAdvice = () => undefined;
