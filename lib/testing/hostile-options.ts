import type { SchedulerLike } from 'rxjs';
import { ANYTHING, checkGiven, type Rules } from '../reflector/index.js';
import { API_SERVER_RULES, type ApiServerOptions } from '../server/index.js';
import type { Fault, FaultType, PlannedFault } from './fault.js';
import { defaultWeights, explicitPlan, type FaultWeights, type Plan, randomPlan } from './plan/plan.js';
import { seeded } from './random.js';
import { TestClock } from './test-clock.js';

/** Options of `createHostileServer`: those of `createApiServer`, and what goes wrong. */
export interface HostileServerOptions extends ApiServerOptions {
  /** For everything that is left to chance. The same seed, asked for the same, does the same. Default: 1. */
  readonly seed?: number;
  /**
   * How likely each fault is, compared with the others; `{ reset: 3, expire: 1 }` allows only these two. Default: every fault that a
   * server may have without breaking what Kubernetes promises, so all but `rewind` and `restore`; `sleep` only with a `TestClock`.
   */
  readonly faults?: FaultWeights;
  /** How likely it is that a request has a fault, from 0 to 1. Default: 0.4. */
  readonly chance?: number;
  /** Milliseconds between two faults that concern the whole server, on average. Default: 30,000. */
  readonly everyMs?: number;
  /** Just these faults, and nothing by chance: the `log` of another server, or one by hand. */
  readonly plan?: readonly PlannedFault[];
}

const OWN_RULES = {
  seed: ANYTHING,
  faults: ANYTHING,
  chance: ANYTHING,
  everyMs: ANYTHING,
  plan: ANYTHING,
} satisfies Rules & Record<Exclude<keyof HostileServerOptions, keyof ApiServerOptions>, unknown>;

/**
 * The options without those of hostility.
 *
 * @throws TypeError for a name that is no option
 */
export function apiServerOptions(options: HostileServerOptions): ApiServerOptions {
  checkGiven('createHostileServer', options, { ...API_SERVER_RULES, ...OWN_RULES });
  const { seed, faults, chance, everyMs, plan, ...others } = options;
  return others;
}

/** @throws RangeError or TypeError that names an option which cannot be */
export function planOf(options: HostileServerOptions, scheduler: SchedulerLike): Plan {
  const { seed = 1, faults, chance = 0.4, everyMs = 30_000, plan } = options;
  if (plan !== undefined && faults !== undefined)
    throw new TypeError('plan and faults: give one of them; a plan leaves nothing to chance');
  if (plan !== undefined) {
    for (const [at, { fault }] of plan.entries()) requireFault(`plan[${at}]`, fault);
    return explicitPlan(plan);
  }
  if (!Number.isInteger(seed)) throw new RangeError(`seed is ${seed}: expected an integer`);
  if (!(chance >= 0 && chance <= 1)) throw new RangeError(`chance is ${chance}: expected a number from 0 to 1`);
  if (!(everyMs > 0)) throw new RangeError(`everyMs is ${everyMs}: expected milliseconds, more than 0`);
  const weights = faults === undefined ? possible(defaultWeights(), scheduler) : checked(faults, scheduler);
  return randomPlan({ random: seeded(seed), weights, chance, everyMs });
}

function possible(weights: FaultWeights, scheduler: SchedulerLike): FaultWeights {
  return scheduler instanceof TestClock ? weights : { ...weights, sleep: 0 };
}

/** @throws RangeError, naming the faults that there are */
export function requireFault(where: string, fault: Fault): void {
  const { type }: { readonly type?: unknown } = Object(fault);
  requireFaultType(`${where}: type ${JSON.stringify(type)}`, String(type));
}

function requireFaultType(where: string, type: string): void {
  const known = defaultWeights();
  if (!Object.hasOwn(known, type))
    throw new RangeError(`${where}: no such fault; there are ${Object.keys(known).join(', ')}`);
}

function checked(faults: FaultWeights, scheduler: SchedulerLike): FaultWeights {
  for (const [name, weight] of Object.entries(faults)) {
    requireFaultType(`faults.${name}`, name);
    if (!(weight >= 0)) throw new RangeError(`faults.${name} is ${weight}: expected a weight, 0 or more`);
  }
  if ((faults.sleep ?? 0) > 0) requireTestClock(scheduler, 'faults.sleep');
  return faults;
}

export function requireTestClock(scheduler: SchedulerLike, option: FaultType | string): TestClock {
  if (scheduler instanceof TestClock) return scheduler;
  throw new TypeError(`${option}: only time that is a test's can be slept through; give a TestClock as scheduler`);
}
