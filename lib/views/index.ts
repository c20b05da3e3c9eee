export { coalesce } from './coalesce.js';
export { select } from './select.js';
