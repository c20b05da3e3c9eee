import '@angular/compiler';
import {
  type ApplicationRef,
  ChangeDetectionStrategy,
  Component,
  createComponent,
  createEnvironmentInjector,
  type EnvironmentInjector,
  type EnvironmentProviders,
  type Provider,
  provideZonelessChangeDetection,
  type Renderer2,
  RendererFactory2,
  runInInjectionContext,
  type Type,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';

/** An element or a text of a page that nobody sees. */
class Item {
  readonly children: Item[] = [];
  parent: Item | null = null;

  constructor(public text = '') {}

  get shown(): string {
    return this.text + this.children.map(({ shown }) => shown).join('');
  }
}

/** As much of a browser as Angular needs to render text: no library, and the compiler of templates is the real one. */
class TextRenderer implements Partial<Renderer2> {
  createElement = () => new Item();
  createComment = () => new Item();
  createText = (text: string) => new Item(text);
  selectRootElement = (item: Item) => item;
  parentNode = ({ parent }: Item) => parent;
  nextSibling = (item: Item) => item.parent?.children[item.parent.children.indexOf(item) + 1] ?? null;
  setAttribute = () => {};
  listen = () => () => {};
  destroy = () => {};

  setValue(item: Item, text: string): void {
    item.text = text;
  }

  appendChild(parent: Item, item: Item): void {
    this.insertBefore(parent, item, null);
  }

  insertBefore(parent: Item, item: Item, next: Item | null): void {
    item.parent = parent;
    parent.children.splice(next === null ? parent.children.length : parent.children.indexOf(next), 0, item);
  }

  removeChild(_: unknown, item: Item): void {
    item.parent?.children.splice(item.parent.children.indexOf(item), 1);
    item.parent = null;
  }
}

/** A zoneless application without a browser. */
export class Page {
  readonly app: ApplicationRef;

  private constructor(app: ApplicationRef) {
    this.app = app;
  }

  static async open(...providers: (Provider | EnvironmentProviders)[]): Promise<Page> {
    // Angular's check of images looks for it, whatever is provided.
    Object.assign(globalThis, { document: {} });
    const renderer = new TextRenderer();
    const app = await createApplication({
      providers: [
        provideZonelessChangeDetection(),
        { provide: RendererFactory2, useValue: { createRenderer: () => renderer } },
        ...providers,
      ],
    });
    return new Page(app);
  }

  /** Something made in the injection context of a scope of its own, which can be destroyed as a component can. */
  scope<V>(make: () => V): Scope<V> {
    const scope = this.scopeUnchecked(make);
    this.app.tick();
    return scope;
  }

  /** The same, before its effects have run. */
  scopeUnchecked<V>(make: () => V): Scope<V> {
    const injector = createEnvironmentInjector([], this.app.injector);
    return { made: runInInjectionContext(injector, make), injector, destroy: () => injector.destroy() };
  }

  /** A component that is checked only when a signal of its template changes. */
  show<C>(type: Type<C>, template: string) {
    Component({ selector: 'a-component', template, changeDetection: ChangeDetectionStrategy.OnPush })(type);
    const host = new Item();
    // Of a renderer that is not the DOM's, the host is what its items are.
    const hostElement = host as unknown as Element;
    const component = createComponent(type, { environmentInjector: this.app.injector, hostElement });
    this.app.attachView(component.hostView);
    this.app.tick();
    return {
      component,
      get text() {
        return host.shown.trim();
      },
    };
  }

  tick(): void {
    this.app.tick();
  }

  close(): void {
    if (!this.app.destroyed) this.app.destroy();
    Reflect.deleteProperty(globalThis, 'document');
  }
}

export interface Scope<V> {
  readonly made: V;
  readonly injector: EnvironmentInjector;
  destroy(): void;
}
