export { select } from './select.js';
