export { type Random, seeded, settled, TestClock } from './testing/index.js';
