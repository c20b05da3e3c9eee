export { requireAuthorizeBeyondLoopback } from './exposure.js';
export {
  Guard,
  type GuardOptions,
  type GuardSurroundings,
  type RequestHead,
  refusal,
  type Verdict,
  withHeaders,
} from './guard.js';
export { isLoopback } from './hosts.js';
export { clientOf, Tally, type TallyLimits } from './tally.js';
