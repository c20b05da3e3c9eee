export {
  type Fault,
  type FaultType,
  isServerFault,
  type PlannedFault,
  type RequestFault,
  type ServerFault,
} from './fault.js';
export type { HostileServerOptions } from './hostile-options.js';
export { createHostileServer, type HostileServer, type HostileTransportOptions } from './hostile-server.js';
export { checkRequests } from './laws/check-requests.js';
export { Chronicle, type ChronicleOptions, type Truth } from './laws/chronicle.js';
export { LawError } from './laws/law-error.js';
export { Story } from './laws/story.js';
export type { LogEntry, RequestRecord } from './log.js';
export type { Oracle, OracleOptions } from './oracle/oracle.js';
export type { FaultWeights } from './plan/plan.js';
export { choose, type Random, seeded, whole } from './random.js';
export type { RequestKind } from './request/request-info.js';
export { settled, TestClock } from './test-clock.js';
