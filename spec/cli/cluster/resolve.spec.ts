import { describe, expect, it } from '@jest/globals';
import { resolveResource } from '../../../lib/cli/cluster/resolve.js';
import { ScriptedServer } from '../../support/scripted-server.js';
import { TestClock } from '../../support/virtual-time.js';

/** Somebody who wants a resource from a server that the test plays. */
class Bench {
  readonly server = new ScriptedServer();
  readonly clock = new TestClock();
  readonly said: string[] = [];
  outcome = '';

  constructor(name: string) {
    resolveResource(name, this.server, (sentence) => this.said.push(sentence), this.clock).subscribe({
      next: ({ plural, group, version }) => {
        this.outcome = `${plural}.${version}.${group}`;
      },
      error: (error: unknown) => {
        this.outcome = String(error);
      },
    });
  }

  answer(...resources: object[]): this {
    for (const exchange of this.server.open) {
      const version = { version: 'v1', freshness: 'Current', resources };
      const items =
        exchange.url.pathname === '/apis' ? [{ metadata: { name: 'example.com' }, versions: [version] }] : [];
      exchange.json({ kind: 'APIGroupDiscoveryList', items });
    }
    return this;
  }

  refuse(code: number): this {
    for (const exchange of this.server.open) exchange.refuse(code, 'Unauthorized');
    return this;
  }

  reset(): this {
    for (const exchange of this.server.open) exchange.reset('ECONNREFUSED');
    return this;
  }
}

const widgets = {
  resource: 'widgets',
  responseKind: { kind: 'Widget' },
  scope: 'Namespaced',
  verbs: ['list', 'watch'],
};

describe('resolveResource', () => {
  it('finds what the server serves', () => {
    expect(new Bench('widgets').answer(widgets).outcome).toBe('widgets.v1.example.com');
  });

  it('refuses what it does not serve, and what it does not let be watched', () => {
    expect(new Bench('widgetz').answer(widgets).outcome).toBe(
      'Refusal: http://server serves no resource "widgetz": did you mean widgets.example.com?',
    );
    expect(new Bench('widgets').answer({ ...widgets, verbs: ['get', 'list'] }).outcome).toBe(
      'Refusal: widgets cannot be watched at http://server: it allows just get, list',
    );
  });

  it('takes a built-in name for the built-in kind when the server cannot be asked: the informer says why, and goes on trying', () => {
    expect(new Bench('deploy').reset().outcome).toBe('deployments.v1.apps');
    expect(new Bench('deploy').refuse(401).outcome).toBe('deployments.v1.apps');
    const silent = new Bench('deploy');
    silent.clock.advance(10_000);
    expect(silent.outcome).toBe('deployments.v1.apps');
    expect(silent.server.open).toEqual([]);
  });

  it('asks again for any other name, and says why once for each reason', () => {
    const bench = new Bench('widgets').reset();
    bench.clock.advance(5000);
    bench.reset().clock.advance(5000);
    bench.refuse(401).clock.advance(5000);
    expect(bench.said).toEqual([
      expect.stringMatching(/^cannot ask what "widgets" is: .*ECONNREFUSED.*; trying again every 5 s$/),
      'cannot ask what "widgets" is: http://server: 401 no: Unauthorized; trying again every 5 s',
    ]);
    expect(bench.answer(widgets).outcome).toBe('widgets.v1.example.com');
  });
});
