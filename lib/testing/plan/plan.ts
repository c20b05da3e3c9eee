import type { FaultType, PlannedFault, RequestFault, ServerFault } from '../fault.js';
import { choose, type Random } from '../random.js';
import type { RequestKind } from '../request/request-info.js';
import { REQUEST_RECIPES } from './request-faults.js';
import { SERVER_RECIPES } from './server-faults.js';

/** How likely each fault is, compared with the others. What is not named does not happen. */
export type FaultWeights = { readonly [T in FaultType]?: number };

/** What goes wrong, and when. */
export interface Plan {
  /** The faults of a request, by its number from 1. */
  forRequest(number: number, kind: RequestKind): readonly RequestFault[];
  /** The next fault of the whole server, and after how many milliseconds it comes. Undefined: none. */
  next(now: number): { readonly afterMs: number; readonly fault: ServerFault } | undefined;
}

export interface RandomPlanOptions {
  readonly random: Random;
  readonly weights: FaultWeights;
  /** How likely it is that a request has a fault. One that has may have two. */
  readonly chance: number;
  /** Milliseconds between two faults of the server, on average. */
  readonly everyMs: number;
}

/** Each fault as likely as its recipe says. */
export function defaultWeights(): FaultWeights {
  const recipes = Object.entries({ ...REQUEST_RECIPES, ...SERVER_RECIPES });
  return Object.fromEntries(recipes.map(([type, { weight }]) => [type, weight]));
}

/** Chance, that can be repeated. */
export function randomPlan({ random, weights, chance, everyMs }: RandomPlanOptions): Plan {
  const weighed = <R extends object>(recipes: Readonly<Record<string, R>>) =>
    Object.entries(recipes).map(([type, recipe]) => ({ ...recipe, weight: weightOf(weights, type) }));
  const requests = weighed(REQUEST_RECIPES);
  const servers = weighed(SERVER_RECIPES);
  return {
    forRequest(_, kind) {
      const possible = requests.filter(({ to }) => to.includes(kind));
      const faults: RequestFault[] = [];
      while (faults.length < 2 && random() < chance) {
        const fault = choose(possible, random)?.draw(random);
        if (fault !== undefined) faults.push(fault);
      }
      return faults;
    },
    next() {
      const fault = choose(servers, random)?.draw(random);
      return fault === undefined ? undefined : { afterMs: Math.round(2 * random() * everyMs), fault };
    },
  };
}

function weightOf(weights: Readonly<Record<string, number | undefined>>, type: string): number {
  return weights[type] ?? 0;
}

/** Just these faults. */
export function explicitPlan(faults: readonly PlannedFault[]): Plan {
  const byRequest = new Map<number, RequestFault[]>();
  const timed: { readonly at: number; readonly fault: ServerFault }[] = [];
  for (const planned of faults) {
    if ('request' in planned)
      byRequest.set(planned.request, [...(byRequest.get(planned.request) ?? []), planned.fault]);
    else timed.push(planned);
  }
  timed.sort((a, b) => a.at - b.at);
  return {
    forRequest: (number) => byRequest.get(number) ?? [],
    next(now) {
      const next = timed.shift();
      return next === undefined ? undefined : { afterMs: Math.max(0, next.at - now), fault: next.fault };
    },
  };
}
