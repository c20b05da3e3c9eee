import { type Observable, of, throwError } from 'rxjs';
import { examine } from '../../../lib/cli/doctor/examination.js';
import type { CheckName, Finding } from '../../../lib/cli/doctor/finding.js';
import type { Patient } from '../../../lib/cli/doctor/patient.js';
import { TransportError } from '../../../lib/transport/index.js';
import type { CredentialKind, Steps } from '../../../lib/transport/node/index.js';
import { bookmark, podList, type ScriptedExchange, ScriptedServer } from '../../support/scripted-server.js';
import { TestClock } from '../../support/virtual-time.js';

export interface Fakes {
  readonly steps?: Partial<Steps>;
  readonly kinds?: Observable<readonly CredentialKind[]>;
  readonly patient?: Partial<Patient>;
}

export const broken = (kind: TransportError['kind'], message: string, code?: string) =>
  throwError(() => new TransportError(kind, message, code));

const PODS = {
  ...{ resource: 'pods', singularResource: 'pod', shortNames: ['po'], scope: 'Namespaced' },
  ...{ responseKind: { kind: 'Pod' }, verbs: ['get', 'list', 'watch'] },
};

/** Somebody who is examined, whose server the test plays, in virtual time. All is well with the way to it, unless told otherwise. */
export class PatientBench {
  readonly server = new ScriptedServer({ watchList: true });
  readonly clock = new TestClock();
  readonly findings: Finding[] = [];
  done = false;
  error: unknown;

  constructor({ steps, kinds = of(['bearer token']), patient }: Fakes = {}) {
    const well: Steps = {
      ...{ hostname: 'k8s.example', port: 6443, proxied: false, secure: true, verifies: true },
      lookUp: () => of(['10.0.0.1']),
      connect: () => of(undefined),
      handshake: () => of({ protocol: 'TLSv1.3', validUntil: Date.UTC(2030, 0, 1) }),
      ...steps,
    };
    const examined: Patient = {
      ...{ transport: this.server, steps: well, credentialKinds: () => kinds },
      ...{ resource: 'pods', namespaceFor: () => 'shop', labelSelector: undefined, fieldSelector: undefined },
      ...{ watchMs: 60_000, timeoutMs: 10_000, scheduler: this.clock },
      ...patient,
    };
    examine(examined).subscribe({
      next: (finding) => this.findings.push(finding),
      complete: () => {
        this.done = true;
      },
      error: (error: unknown) => {
        this.error = error;
      },
    });
  }

  finding(check: CheckName): Omit<Finding, 'check'> | undefined {
    return this.findings.find((each) => each.check === check);
  }

  /** Verdicts by check, in order. */
  get verdicts(): Record<string, string> {
    return Object.fromEntries(this.findings.map(({ check, verdict }) => [check, verdict]));
  }

  /** The request that waits for an answer. */
  get asked(): ScriptedExchange {
    const [first] = this.server.open;
    if (first === undefined) throw new Error('nothing is asked');
    return first;
  }

  /** Answers what comes before the list, as a server does where all is well. */
  toList(...resources: object[]): this {
    this.asked.json({ gitVersion: 'v1.37.2' });
    return this.discovered(...(resources.length === 0 ? [PODS] : resources));
  }

  discovered(...resources: object[]): this {
    for (const exchange of this.server.open) {
      const core = { metadata: { name: '' }, versions: [{ version: 'v1', freshness: 'Current', resources }] };
      exchange.json({ kind: 'APIGroupDiscoveryList', items: exchange.url.pathname === '/api' ? [core] : [] });
    }
    return this;
  }

  /** The same, and the list. */
  toWatch(pods: object[] = [], headers: Record<string, string> = {}, metadata: object = {}): this {
    this.toList().asked.json(podList(7, pods, metadata), 200, headers);
    return this;
  }

  /** The same, and the watch that is just looked at. */
  toStream(...args: Parameters<PatientBench['toWatch']>): this {
    this.toWatch(...args).asked.open();
    return this;
  }

  toBookmarks(): this {
    this.toStream()
      .asked.open()
      .send({
        type: 'BOOKMARK',
        object: { metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } } },
      });
    return this;
  }

  toLatency(): this {
    this.toBookmarks().asked.open().send(bookmark(8));
    return this;
  }

  toStability(): this {
    this.toLatency();
    for (let sample = 0; sample < 5; sample++) {
      this.clock.advance(10 * (sample + 1));
      this.asked.json(podList(8, []));
    }
    return this;
  }
}
