import { Observable } from 'rxjs';

/**
 * What a browser says of the page that a program runs in.
 *
 * - `offline`, `online`: there is no network, and there is one again
 * - `shown`: a page that was hidden is seen again; its timers were held back meanwhile
 * - `frozen`, `thawed`: the page is about to be stopped (to be kept for "back", or to save power), and runs again
 */
export type Surrounding = 'offline' | 'online' | 'shown' | 'frozen' | 'thawed';

const SURROUNDINGS: ReadonlySet<string> = new Set<Surrounding>(['offline', 'online', 'shown', 'frozen', 'thawed']);

/** @throws TypeError where it is none, as a caller without a compiler may give it */
export function checkSurrounding(value: unknown): void {
  if (typeof value !== 'string' || !SURROUNDINGS.has(value))
    throw new TypeError(`surroundings$: emitted ${String(value)}, which is none of ${[...SURROUNDINGS].join(', ')}`);
}

/** The part of a browser's `window`, or of a worker's `self`, that is listened to; Node's has none of it. */
export interface Scope extends Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> {
  readonly navigator?: { readonly onLine?: boolean };
  readonly document?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly visibilityState?: string;
  };
}

/**
 * What the browser around this program says, `offline` at once where it is; nothing in Node. Unsubscribing removes the listeners.
 *
 * @see https://html.spec.whatwg.org/multipage/system-state.html#browser-state
 * @see https://wicg.github.io/page-lifecycle/
 */
export function surroundingsOf(scope: Scope = globalThis): Observable<Surrounding> {
  return new Observable((subscriber) => {
    const { document, navigator } = scope;
    let offline = false;
    const say = (word: Surrounding) => subscriber.next(word);
    const lookAtNetwork = () => {
      const before = offline;
      offline = navigator?.onLine === false;
      if (offline !== before) say(offline ? 'offline' : 'online');
    };
    // Whatever happened while the page did not run was told to nobody.
    const thaw = () => {
      say('thawed');
      lookAtNetwork();
    };
    const listen = (target: Scope | undefined, name: string, tell: (event: Event) => void) => {
      target?.addEventListener?.(name, tell);
      subscriber.add(() => target?.removeEventListener?.(name, tell));
    };
    listen(scope, 'offline', lookAtNetwork);
    listen(scope, 'online', () => {
      offline = false;
      say('online');
    });
    listen(document, 'visibilitychange', () => {
      if (document?.visibilityState === 'visible') say('shown');
    });
    listen(document, 'freeze', () => say('frozen'));
    listen(document, 'resume', thaw);
    // A page with open connections is not kept for "back", or thrown away soon.
    listen(scope, 'pagehide', (event) => isKept(event) && say('frozen'));
    listen(scope, 'pageshow', (event) => isKept(event) && thaw());
    lookAtNetwork();
  });
}

function isKept(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}
