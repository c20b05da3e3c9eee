export type { Compression } from './compress.js';
export { DeletedFinalStateUnknown, type Delta, type DeltaBatch, type DeltaType, type KeyDeltas } from './delta.js';
export { DeltaFIFO, type DeltaFIFOOptions, type KnownObjects, type PoppedDeltas } from './delta-fifo.js';
export { inBursts } from './in-bursts.js';
export { type DeltaFIFOOperatorOptions, deltaFIFO } from './operator.js';
