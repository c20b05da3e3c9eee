/** Signals for Angular, 20 to 22: no decorators, so no Angular compiler is needed for this entry. */
export * from './angular/index.js';
