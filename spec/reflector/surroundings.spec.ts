import { describe, expect, it } from '@jest/globals';
import { type Scope, type Surrounding, surroundingsOf } from '../../lib/reflector/surroundings.js';

/** A window of a browser, as far as it is listened to, that the test moves. */
class Page extends EventTarget implements Scope {
  readonly navigator = { onLine: true };
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  /** Names of events, and how many listen to each. */
  readonly listeners = new Map<string, number>();

  constructor() {
    super();
    for (const target of [this, this.document]) {
      const { addEventListener, removeEventListener } = target;
      target.addEventListener = (name: string, ...rest: [EventListener]) => {
        this.listeners.set(name, (this.listeners.get(name) ?? 0) + 1);
        addEventListener.call(target, name, ...rest);
      };
      target.removeEventListener = (name: string, ...rest: [EventListener]) => {
        this.listeners.set(name, (this.listeners.get(name) ?? 0) - 1);
        removeEventListener.call(target, name, ...rest);
      };
    }
  }

  network(onLine: boolean): void {
    this.navigator.onLine = onLine;
    this.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  }

  show(visibilityState: 'visible' | 'hidden'): void {
    this.document.visibilityState = visibilityState;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  leave(type: 'pagehide' | 'pageshow', persisted: boolean): void {
    this.dispatchEvent(Object.assign(new Event(type), { persisted }));
  }
}

function heard(page: Scope): { readonly words: Surrounding[]; readonly stop: () => void } {
  const words: Surrounding[] = [];
  const subscription = surroundingsOf(page).subscribe((word) => words.push(word));
  return { words, stop: () => subscription.unsubscribe() };
}

describe('what a browser says of its page', () => {
  it('says when the network goes and comes back, and at once where there is none', () => {
    const page = new Page();
    const { words } = heard(page);
    page.network(false);
    page.network(true);
    expect(words).toEqual(['offline', 'online']);
    page.network(false);
    expect(heard(page).words).toEqual(['offline']);
  });

  it('says when a hidden page is seen again, and nothing when it is hidden', () => {
    const page = new Page();
    const { words } = heard(page);
    page.show('hidden');
    expect(words).toEqual([]);
    page.show('visible');
    expect(words).toEqual(['shown']);
  });

  it('says when the page is kept for "back" and comes back, and not when it is left for good', () => {
    const page = new Page();
    const { words } = heard(page);
    page.leave('pagehide', false);
    page.leave('pageshow', false);
    expect(words).toEqual([]);
    page.leave('pagehide', true);
    page.leave('pageshow', true);
    expect(words).toEqual(['frozen', 'thawed']);
  });

  it('says what became of the network while the page was frozen', () => {
    const page = new Page();
    const { words } = heard(page);
    page.document.dispatchEvent(new Event('freeze'));
    page.navigator.onLine = false;
    page.document.dispatchEvent(new Event('resume'));
    page.navigator.onLine = true;
    page.document.dispatchEvent(new Event('resume'));
    expect(words).toEqual(['frozen', 'thawed', 'offline', 'thawed', 'online']);
  });

  it('L9: leaves no listener behind', () => {
    const page = new Page();
    const { stop } = heard(page);
    expect([...page.listeners.values()]).toEqual(Array(page.listeners.size).fill(1));
    expect(page.listeners.size).toBe(7);
    stop();
    expect([...page.listeners.values()]).toEqual(Array(7).fill(0));
  });

  it('says nothing where nobody says anything, as in Node, and of a worker what there is', () => {
    expect(heard({}).words).toEqual([]);
    expect(heard({ navigator: {} }).words).toEqual([]);
    const worker = Object.assign(new EventTarget(), { navigator: { onLine: false } });
    expect(heard(worker).words).toEqual(['offline']);
  });
});
