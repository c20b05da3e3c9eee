import { describe, expect, it } from '@jest/globals';
import { NEVER, of } from 'rxjs';
import { bookmark, errorEvent, event, pod, podList } from '../../support/scripted-server.js';
import { broken, PatientBench } from './patient-bench.js';

const ALL = {
  ...{ 'name resolution': 'ok', connection: 'ok', TLS: 'ok', credentials: 'ok', discovery: 'ok', list: 'ok' },
  ...{ watch: 'ok', 'streamed list': 'ok', bookmarks: 'ok', compression: 'note', latency: 'ok', stability: 'ok' },
};

describe('an examination', () => {
  it('tries one thing after the other, and says of each that it works', () => {
    const bench = new PatientBench().toStability();
    bench.asked.open().send(event('ADDED', pod('a', 9)), bookmark(10));
    bench.clock.advance(60_000);
    expect(bench.verdicts).toEqual(ALL);
    expect(bench.done).toBe(true);
    expect(bench.server.open).toEqual([]);
    expect(bench.findings.map(({ said }) => said)).toEqual([
      'k8s.example is 10.0.0.1',
      'k8s.example:6443 takes connections',
      'TLSv1.3, the certificate is valid until 2030-01-01',
      'bearer token; the server (Kubernetes v1.37.2) answers',
      'pods/v1 (Pod), namespaced',
      expect.stringMatching(/^0 objects; \d+ B, resourceVersion 7$/),
      'opens',
      '0 objects, and the mark of their end',
      'come',
      expect.stringMatching(/^not seen: \d+ B are too little, servers compress from 128 KB on$/),
      '5 small lists: 30 ms in the middle, 50 ms at most',
      'a watch stood for 60s; 1 event and 1 bookmark came',
    ]);
    expect(bench.server.log).toEqual([
      ...['list', 'list', 'list'],
      'list?limit=500&resourceVersion=0',
      'watch?resourceVersion=7',
      'watch?sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
      'watch?resourceVersion=7',
      ...Array.from({ length: 5 }, () => 'list?limit=1'),
      'watch?resourceVersion=7',
    ]);
  });

  it('L9: leaves nothing open when it is given up', () => {
    const bench = new PatientBench({ patient: { watchMs: 1000 } }).toStability();
    bench.asked.open();
    bench.clock.advance(1000);
    expect(bench.server.exchanges.every(({ aborted }) => aborted)).toBe(true);
    expect(bench.clock.actions).toEqual([]);
  });

  it('asks for the objects that are meant', () => {
    const bench = new PatientBench({ patient: { labelSelector: 'a=b', fieldSelector: 'c=d' } }).toList();
    expect(bench.asked.url.pathname).toBe('/api/v1/namespaces/shop/pods');
    expect(bench.asked.query).toMatchObject({ labelSelector: 'a=b', fieldSelector: 'c=d' });
  });
});

describe('what fails, why, what to do, and what is not tried then:', () => {
  it('a name that is not known', () => {
    const { findings, done } = new PatientBench({
      steps: { lookUp: () => broken('network', 'the host name of k8s.example:6443 is not known', 'ENOTFOUND') },
    });
    expect(findings[0]).toMatchObject({
      ...{ verdict: 'fail', said: 'the host name of k8s.example:6443 is not known' },
      advice: expect.stringMatching(/spelled right.*VPN/),
    });
    expect(
      findings
        .slice(1)
        .every(({ verdict, said }) => `${verdict} ${said}` === 'skip not tried, since name resolution failed'),
    ).toBe(true);
    expect([findings.length, done]).toEqual([12, true]);
  });

  it('a connection that is refused, and one that nobody answers', () => {
    const refused = new PatientBench({ steps: { connect: () => broken('network', 'refused', 'ECONNREFUSED') } });
    expect(refused.finding('connection')).toMatchObject({
      verdict: 'fail',
      advice: expect.stringMatching(/API server runs/),
    });
    const silent = new PatientBench({ steps: { connect: () => NEVER } });
    silent.clock.advance(9999);
    expect(silent.finding('connection')).toBeUndefined();
    silent.clock.advance(1);
    expect(silent.finding('connection')).toMatchObject({
      ...{ verdict: 'fail', said: 'nothing came within 10 s', tookMs: 10_000 },
      advice: expect.stringMatching(/firewall, VPN, proxy/),
    });
    expect(silent.verdicts).toMatchObject({ TLS: 'skip', stability: 'skip' });
  });

  it('a certificate that is not trusted; one that is not looked at, or expires soon, is to be looked at', () => {
    const handshake = (steps: object) => new PatientBench({ steps }).finding('TLS');
    expect(
      handshake({ handshake: () => broken('tls', 'the certificate of k8s has expired', 'CERT_HAS_EXPIRED') }),
    ).toMatchObject({
      ...{ verdict: 'fail', said: 'the certificate of k8s has expired' },
      advice: expect.stringMatching(/certificate-authority-data/),
    });
    expect(handshake({ verifies: false })).toMatchObject({
      verdict: 'warn',
      said: expect.stringMatching(/insecure-skip-tls-verify/),
    });
    const soon = of({ protocol: 'TLSv1.3', validUntil: 13 * 24 * 3600 * 1000 });
    expect(handshake({ handshake: () => soon })).toMatchObject({
      verdict: 'warn',
      said: 'TLSv1.3, the certificate is valid until 1970-01-14',
    });
  });

  it('no TLS to try before http://, nor behind a proxy, which is no failure', () => {
    for (const steps of [{ secure: false }, { proxied: true }]) {
      const bench = new PatientBench({ steps }).toList();
      expect(bench.verdicts).toMatchObject({ TLS: 'skip', credentials: 'ok', discovery: 'ok' });
    }
  });

  it('credentials that cannot be had, or that the server does not know', () => {
    const none = new PatientBench({ kinds: broken('credentials', 'the exec plugin "aws" was not found') });
    expect(none.finding('credentials')).toMatchObject({
      verdict: 'fail',
      advice: expect.stringMatching(/exec command/),
    });
    const unknown = new PatientBench();
    unknown.asked.refuse(401, 'Unauthorized');
    expect(unknown.finding('credentials')).toMatchObject({
      ...{ verdict: 'fail', said: 'bearer token: 401 no: Unauthorized' },
      advice: expect.stringMatching(/renew the token/),
    });
    expect(unknown.verdicts).toMatchObject({ discovery: 'skip', list: 'skip' });
  });

  it('no failure: a version that the user may not see', () => {
    const bench = new PatientBench({ kinds: of([]) });
    bench.asked.refuse(403, 'Forbidden');
    expect(bench.finding('credentials')).toMatchObject({
      verdict: 'ok',
      said: 'none; the server answers, but does not tell its version',
    });
  });

  it('a server that is none of Kubernetes', () => {
    const bench = new PatientBench();
    bench.asked.open().send('<html>').end();
    expect(bench.finding('credentials')).toMatchObject({
      verdict: 'fail',
      said: expect.stringMatching(/no JSON/),
      advice: expect.stringMatching(/login page/),
    });
    const https = new PatientBench();
    https.asked.open(400).send('Client sent an HTTP request to an HTTPS server.\n').end();
    expect(https.finding('credentials')).toMatchObject({
      verdict: 'fail',
      advice: expect.stringMatching(/Write https:\/\//),
    });
  });

  it('a resource that is not served, or not to be watched', () => {
    const absent = new PatientBench({ patient: { resource: 'widgets' } }).toList();
    expect(absent.finding('discovery')).toMatchObject({
      ...{ verdict: 'fail', said: expect.stringMatching(/serves no resource "widgets"/) },
      advice: expect.stringMatching(/CustomResourceDefinition/),
    });
    expect(absent.verdicts).toMatchObject({ list: 'skip', stability: 'skip' });
    const unwatchable = new PatientBench().toList({
      resource: 'pods',
      responseKind: { kind: 'Pod' },
      scope: 'Namespaced',
      verbs: ['get', 'list'],
    });
    expect(unwatchable.finding('discovery')).toMatchObject({
      verdict: 'fail',
      said: 'pods/v1 (Pod) has no watch: it allows just get, list',
    });
  });

  it('no failure for a built-in resource: a server that does not say what it serves', () => {
    const bench = new PatientBench();
    bench.asked.json({});
    for (const exchange of bench.server.open) exchange.refuse(403, 'Forbidden');
    expect(bench.finding('discovery')).toMatchObject({
      verdict: 'warn',
      said: expect.stringMatching(/403.*pods\/v1 \(Pod\) is built in/),
    });
    bench.asked.json(podList(7, []));
    expect(bench.finding('list')).toMatchObject({ verdict: 'ok' });
  });

  it('a list that is forbidden, with the rule that is missing', () => {
    const bench = new PatientBench().toList();
    bench.asked.refuse(403, 'Forbidden');
    expect(bench.finding('list')).toMatchObject({
      ...{ verdict: 'fail', said: 'list http://server/api/v1/namespaces/shop/pods: 403 no: Forbidden' },
      advice: expect.stringMatching(/Role with this rule.*resources: \["pods"\].*in namespace shop/),
    });
    expect(bench.verdicts).toMatchObject({ watch: 'skip', latency: 'skip' });
  });

  it('a list that is garbled, breaks or cannot be watched from', () => {
    const garbled = new PatientBench().toList();
    garbled.asked.open().send('<html>').end();
    expect(garbled.finding('list')).toMatchObject({ verdict: 'fail', advice: expect.stringMatching(/login page/) });
    const cut = new PatientBench().toList();
    cut.asked.open().send('{"kind"').reset();
    expect(cut.finding('list')).toMatchObject({ verdict: 'fail', said: expect.stringMatching(/ECONNRESET/) });
    const versionless = new PatientBench().toList();
    versionless.asked.json({ kind: 'PodList', metadata: {}, items: [] });
    expect(versionless.finding('list')).toMatchObject({
      verdict: 'fail',
      said: expect.stringMatching(/no resourceVersion/),
    });
  });

  it('a watch that is forbidden while the list is not; what only lists need is tried all the same', () => {
    const bench = new PatientBench().toWatch();
    bench.asked.refuse(403, 'Forbidden');
    for (let sample = 0; sample < 5; sample++) bench.asked.json(podList(7, []));
    expect(bench.finding('watch')).toMatchObject({ verdict: 'fail', said: expect.stringMatching(/^watch http.*403/) });
    expect(bench.verdicts).toMatchObject({
      ...{
        list: 'ok',
        'streamed list': 'skip',
        bookmarks: 'skip',
        compression: 'note',
        latency: 'ok',
        stability: 'skip',
      },
    });
  });

  it('a watch that a proxy holds back', () => {
    const bench = new PatientBench().toWatch();
    bench.clock.advance(10_000);
    expect(bench.finding('watch')).toMatchObject({
      verdict: 'fail',
      said: 'nothing came within 10 s',
      advice: expect.stringMatching(/proxy/),
    });
  });
});

describe('what is said of', () => {
  it('a list in pages', () => {
    const bench = new PatientBench().toWatch([pod('a', 1)], {}, { continue: 'x', remainingItemCount: 41 });
    expect(bench.finding('list')?.said).toMatch(/^1 object of about 42, in pages; /);
  });

  it('streamed lists that a server does not have, in each way', () => {
    const refusing = new PatientBench().toStream();
    refusing.asked.refuse(422, 'Invalid');
    const erring = new PatientBench().toStream();
    erring.asked.open().send(errorEvent(400, 'BadRequest'));
    erring.asked.end();
    const markless = new PatientBench().toStream();
    markless.asked.open().send(event('ADDED', pod('a', 1)), bookmark(7));
    markless.clock.advance(9000);
    const ended = new PatientBench().toStream();
    ended.asked.open().end();
    expect([refusing, erring, markless, ended].map((bench) => bench.finding('streamed list'))).toMatchObject([
      { verdict: 'note', said: 'not there: 422 no: Invalid' },
      { verdict: 'note', said: 'not there: 400 no: BadRequest' },
      { verdict: 'note', said: '1 object within 9 s, but no mark of their end' },
      { verdict: 'note', said: '0 objects, but no mark of their end' },
    ]);
  });

  it('bookmarks that do not come, before the end or at all', () => {
    const ended = new PatientBench().toBookmarks();
    ended.asked.open().end();
    expect(ended.finding('bookmarks')).toMatchObject({ verdict: 'note', said: 'none came before the end of a watch' });
    const silent = new PatientBench().toBookmarks();
    silent.asked.open();
    silent.clock.advance(13_000);
    expect(silent.finding('bookmarks')).toMatchObject({ verdict: 'note' });
    const busy = new PatientBench().toBookmarks();
    busy.asked
      .open()
      .send(event('ADDED', pod('a', 9)))
      .end();
    expect(busy.finding('bookmarks')).toMatchObject({ verdict: 'note', said: 'none seen: 1 event came instead' });
  });

  it('compression: there, not to be seen, or missing', () => {
    const note = 'x'.repeat(200_000);
    const found = (pods: object[], headers = {}) => {
      const bench = new PatientBench().toWatch(pods, headers);
      bench.asked.refuse(403, 'Forbidden');
      return bench.finding('compression');
    };
    expect(found([], { 'content-encoding': 'gzip' })).toMatchObject({ verdict: 'ok' });
    expect(found([])).toMatchObject({ verdict: 'note' });
    expect(found([pod('a', 1, { note })])).toMatchObject({
      verdict: 'warn',
      said: '196 KB came uncompressed',
      advice: expect.stringMatching(/proxy/),
    });
  });

  it('a slow server', () => {
    const bench = new PatientBench().toLatency();
    for (let sample = 0; sample < 5; sample++) {
      bench.clock.advance(1500);
      bench.asked.json(podList(8, []));
    }
    expect(bench.finding('latency')).toMatchObject({
      verdict: 'warn',
      said: '5 small lists: 1500 ms in the middle, 1500 ms at most',
    });
  });

  it('a watch that is ended early, breaks or expires', () => {
    const endedAfter = (seconds: number, end: (bench: PatientBench) => void) => {
      const bench = new PatientBench().toStability();
      bench.asked.open();
      bench.clock.advance(seconds * 1000);
      end(bench);
      return bench.finding('stability');
    };
    expect(endedAfter(12, ({ asked }) => asked.end())).toMatchObject({
      ...{
        verdict: 'warn',
        said: 'the watch was ended after 12s, long before its time; 0 events and 0 bookmarks came',
      },
      advice: expect.stringMatching(/load balancer/),
    });
    expect(endedAfter(12, ({ asked }) => asked.reset())).toMatchObject({
      verdict: 'warn',
      said: expect.stringMatching(/^the watch broke after 12s: .*ECONNRESET/),
    });
    const expired = endedAfter(1, ({ asked }) => asked.send(errorEvent(410, 'Expired')).end());
    expect(expired).toMatchObject({
      verdict: 'warn',
      said: expect.stringMatching(/after 1s: 410 no: Expired/),
    });
  });
});
