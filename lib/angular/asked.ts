import { computed, type Signal, untracked } from '@angular/core';
import type { Failure } from '../reflector/index.js';
import { Feed } from './feed.js';
import type { AnyInformer, Leases } from './leases.js';
import { type Given, type InjectedOptions, type Request, requestOf, withoutFunctions } from './options.js';
import type { Registry } from './registry.js';

/** What the options ask for now, which is nothing while they are no request. */
export interface Asked {
  readonly feed: Signal<Feed | undefined>;
  /** What is wrong with what a signal gave. */
  readonly failure: Signal<Failure | undefined>;
}

/** Whoever reads the signals never gets what was asked for before. @throws TypeError when options are malformed that read no signal */
export function askedOf(given: Given<InjectedOptions<unknown, string>>, { leases, check }: Registry): Asked {
  if (typeof given !== 'function') check(requestOf(withoutFunctions(given)));
  const asked = computed(
    () => {
      const options = typeof given === 'function' ? given() : given;
      if (options === undefined) return undefined;
      const request = requestOf(options);
      // Who watches the factory may write to signals.
      return untracked(() => answerTo(request, leases));
    },
    { equal: isSame },
  );
  return {
    failure: computed(() => asked()?.failure),
    feed: computed(() => {
      const now = asked();
      return now?.informer && new Feed(now.informer, now.request);
    }),
  };
}

/** A request, and the informer for it, or why it is none. */
interface Answer {
  readonly request: Request;
  readonly informer?: AnyInformer;
  readonly failure?: Failure;
}

/** What somebody typed or picked is no reason to end an application: it is told where people look. */
function answerTo(request: Request, leases: Leases): Answer {
  try {
    return { request, informer: leases.ask(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { request, failure: Object.freeze({ kind: 'protocol', message, advice: ADVICE }) };
  }
}

const ADVICE = 'Mend what the functions given to injectInformer give: nothing was asked of the server.';

function isSame(a: Answer | undefined, b: Answer | undefined): boolean {
  return a?.informer === b?.informer && a?.failure?.message === b?.failure?.message;
}
