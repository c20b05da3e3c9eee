export type { ReflectorEvent } from './events.js';
