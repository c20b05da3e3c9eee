export { choose, type Random, seeded, whole } from './random.js';
export { settled, TestClock } from './test-clock.js';
