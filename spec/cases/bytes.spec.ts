import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { config } from 'rxjs';
import { createInformer } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { fetchTransport } from '../../lib/transport/index.js';
import { event, pod, podList } from '../support/scripted-server.js';
import { TestClock } from '../support/virtual-time.js';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import { type Answer, bytes, end, ev, hang, hdr, list, open, raw, rst, wait } from './support/words.js';

const L = [list(10, { a: 1 })];
const encode = (text: string) => new TextEncoder().encode(text);
const line = (object: object) => `${JSON.stringify(object)}\n`;

let unhandled: unknown[];
beforeEach(() => {
  unhandled = [];
  config.onUnhandledError = (error) => unhandled.push(error);
});
afterEach(() => {
  config.onUnhandledError = null;
});

describe('reported failures: bytes', () => {
  reported(
    'B74: what is no JSON is told and repaired by a list, and the error of a handler stays its own',
    async () => {
      const garbage: Record<string, Answer> = {
        'no JSON': [hdr, raw('{"type":"MODIFIED","object":{\n'), hang],
        'half an object, and the next': [
          hdr,
          raw('{"type":"MODIFIED","object":{"metadata":{"name":"a"', line(event('MODIFIED', pod('a', 12)))),
          hang,
        ],
        'a page of HTML': [hdr, raw('<html><body>502 Bad Gateway</body></html>\n'), end],
        'no UTF-8': [hdr, bytes(Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a])), hang],
        'a number': [hdr, raw('42\n'), hang],
        null: [hdr, raw('null\n'), hang],
        'an unknown type': [hdr, raw(line({ type: 'RENAMED', object: pod('a', 11) })), hang],
        'an object without a name': [hdr, raw(line({ type: 'ADDED', object: { kind: 'Pod', metadata: {} } })), hang],
      };
      await inEachOf(garbage, async (answer) => {
        const bench = new CaseBench({ L: [...L, list(20, { a: 15 })], W: [answer, [hdr, hang]] });
        await bench.pass(MINUTE);
        expect(bench.failures).toEqual(['protocol']);
        expect(bench.content).toBe('20: a@15');
        expect(bench.events).toEqual(['add a@1 initially', 'update a@1→15']);
        expect(bench.ended).toEqual([]);
      });
      const bench = new CaseBench({ L, W: [[hdr, ev('MODIFIED', 'a', 11), ev('MODIFIED', 'a', 12), hang]] });
      bench.informer.addEventHandler({ onUpdate: () => JSON.parse('{') });
      await bench.pass(MINUTE);
      await new Promise<void>((resolve) => setTimeout(resolve));
      expect(unhandled).toEqual([expect.any(SyntaxError), expect.any(SyntaxError)]);
      expect(bench.failures).toEqual([]);
      expect(bench.content).toBe('12: a@12');
      expect(bench.asked).toHaveLength(2);
    },
  );

  reported(
    'B77: huge lines, odd characters, torn and glued lines are read; a last line that was cut short is not',
    async () => {
      const odd = '\u2028 \u2029 \u0000 \u{1f600} é \\ " \r\n';
      const annotated = (version: number, text: string) =>
        event('MODIFIED', { ...pod('a', version), metadata: { ...pod('a', version).metadata, annotations: { text } } });
      const long = line(annotated(11, 'x'.repeat(64 * 1024)));
      const huge = line(annotated(11, 'x'.repeat(3 * 1024 * 1024)));
      const strange = line(annotated(12, odd));
      const cut = (text: string, size: number) => {
        const all = encode(text);
        return Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
          bytes(all.slice(i * size, (i + 1) * size)),
        );
      };
      const torn: Record<string, Answer> = {
        'whole lines': [raw(huge), raw(strange)],
        'both in one chunk': [raw(long, strange)],
        'in packets': cut(long + strange, 1460),
        'the odd one byte by byte': [raw(long), ...cut(strange, 1)],
        'with empty lines and CRLF': [raw('\n\r\n', long.replace('\n', '\r\n'), '\n', strange, '\r\n')],
        'without a last line feed': [raw(long), raw(strange.trimEnd())],
      };
      await inEachOf(torn, async (frames) => {
        const bench = new CaseBench({
          L,
          W: [
            [hdr, ...frames, end],
            [hdr, hang],
          ],
        });
        await bench.pass(SECOND);
        expect(bench.events.slice(1).join()).toMatch(/^update a@1→1[12](,update a@11→12)?$/);
        expect(bench.informer.snapshot.get('shop/a')?.metadata.annotations?.text).toBe(odd);
        expect(bench.askedFor('watch').at(-1)?.query.resourceVersion).toBe('12');
      });
      for (const close of [end, rst]) {
        const bench = new CaseBench({
          L,
          W: [
            [hdr, raw(strange), raw(long.slice(0, 1000)), close],
            [hdr, hang],
          ],
        });
        await bench.pass(SECOND);
        expect(bench.content).toBe('12: a@12');
        expect(bench.askedFor('watch').at(-1)?.query.resourceVersion).toBe('12');
        expect(bench.failures).toEqual([]);
      }
    },
  );

  reported('B78: a watch is read as it comes, and a refusal does not have to end to be understood', async () => {
    const pulled: string[] = [];
    const whole = () => new Promise<never>(() => pulled.push('the whole body'));
    const answer = ({ readable }: TransformStream<Uint8Array, Uint8Array>) =>
      Object.assign(new Response(readable), { text: whole, json: whole, arrayBuffer: whole, blob: whole });
    const [listed, watched] = [
      new TransformStream<Uint8Array, Uint8Array>(),
      new TransformStream<Uint8Array, Uint8Array>(),
    ];
    const [listWriter, watch] = [listed.writable.getWriter(), watched.writable.getWriter()];
    const informer = createInformer({
      transport: fetchTransport({
        baseUrl: 'http://server',
        fetch: async (url) => answer(url.includes('watch=true') ? watched : listed),
      }),
      resource: core.pods,
      watchList: 'never',
      scheduler: new TestClock(),
    });
    informer.start();
    await listWriter.write(encode(JSON.stringify(podList(10, [pod('a', 1)]))));
    await listWriter.close();
    await informer.ready();
    while (informer.status.phase !== 'live') await new Promise(setImmediate);
    await watch.write(encode(line(event('MODIFIED', pod('a', 11)))));
    while (informer.snapshot.resourceVersion !== '11') await new Promise(setImmediate);
    informer.stop();
    expect(pulled).toEqual([]);

    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 410,
      reason: 'Expired',
      message: 'old',
    };
    const endless: Record<string, Answer> = {
      'a Status': [open(410), raw(line(status)), hang],
      'half a page': [open(410), raw('<html>'), hang],
      nothing: [open(410), hang],
      'a page that never ends': [
        open(410),
        ...Array.from({ length: 200 }, () => [wait(10), raw('x'.repeat(1000))]).flat(),
        hang,
      ],
    };
    await inEachOf(endless, async (refusal) => {
      const bench = new CaseBench({ L: [...L, list(20, { a: 15 })], W: [refusal, [hdr, hang]] });
      await bench.pass(MINUTE);
      expect(bench.failures).toEqual(['expired']);
      expect(bench.content).toBe('20: a@15');
    });
  });
});
