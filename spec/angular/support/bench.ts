import type { EnvironmentProviders, Provider } from '@angular/core';
import { type ProvidedOptions, provideInformers } from '../../../lib/angular/index.js';
import { event, podList, type ScriptedExchange, ScriptedServer } from '../../support/scripted-server.js';
import { settled, TestClock } from '../../support/virtual-time.js';
import { Frames } from './frames.js';
import { Page } from './page.js';

/** A page, the server that it asks, and the time and the frames of both. */
export class Bench {
  readonly server: ScriptedServer;
  readonly clock: TestClock;
  readonly frames: Frames;
  readonly page: Page;

  private constructor(server: ScriptedServer, clock: TestClock, frames: Frames, page: Page) {
    this.server = server;
    this.clock = clock;
    this.frames = frames;
    this.page = page;
  }

  static async open(
    options: Partial<ProvidedOptions> = {},
    ...providers: (Provider | EnvironmentProviders)[]
  ): Promise<Bench> {
    const server = new ScriptedServer();
    const clock = new TestClock();
    const informers = provideInformers({ transport: server, scheduler: clock, random: () => 0.5, ...options });
    return new Bench(server, clock, new Frames(), await Page.open(informers, ...providers));
  }

  /** The newest request in a namespace; `''`: in all of them. */
  at(namespace = ''): ScriptedExchange {
    const path = `/api/v1/${namespace === '' ? '' : `namespaces/${namespace}/`}pods`;
    const found = this.server.exchanges.findLast(({ url }) => url.pathname === path);
    if (found === undefined) throw new Error(`nothing was requested of ${path}`);
    return found;
  }

  /** Answers the list that was asked for, and opens the watch. */
  async list(namespace: string, ...pods: object[]): Promise<void> {
    this.at(namespace).json(podList(10, pods));
    await settled();
    this.at(namespace).open();
    await settled();
  }

  async tell(namespace: string, type: 'ADDED' | 'MODIFIED' | 'DELETED', pod: object): Promise<void> {
    this.at(namespace).send(event(type, pod));
    await settled();
  }

  close(): void {
    this.page.close();
    this.frames.remove();
  }
}
