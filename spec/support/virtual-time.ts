export { settled, TestClock } from '../../lib/testing/index.js';
