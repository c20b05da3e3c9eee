// Ten of the scripts of spec/cases, as a server on loopback plays them. `list` and `watch` answer the n-th request of their kind (0 is the
// first); `now` is the time since the start, `rv` the resourceVersion that was asked for. `end` is what the server holds at the end.
const SICK_MS = 3000;
const gone = {
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: 410,
    reason: 'Expired',
    message: 'too old',
  },
};
const event = (type, name, version) => ({ type, object: configMap(name, version) });

export function configMap(name, version) {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: String(version) },
  };
}

/** Answers of a server that was sick for three seconds: the old state at version 10, and then a new one at 90. */
const before = { version: 10, items: { a: 1, gone: 2 } };
const later = { version: 90, items: { a: 80 } };
const recovering = (sick) => ({
  list: ({ reply, now }) => reply.list(now < SICK_MS ? before : later),
  watch: (asked) => (asked.now < SICK_MS || asked.rv === '10' ? sick(asked) : asked.reply.open()),
  end: ['a@80'],
});

export const SCRIPTS = [
  {
    number: 'B1',
    what: 'the first watch falls silent after its headers; the next one would bring an update',
    list: ({ reply }) => reply.list({ version: 10, items: { a: 1 } }),
    watch: ({ n, reply }) => (n === 0 ? reply.open() : reply.open(event('MODIFIED', 'a', 11))),
    end: ['a@11'],
    options: { silenceDeadlineMs: 3000 },
  },
  {
    number: 'B11',
    what: 'for 3 s, every watch says 410 in its stream',
    ...recovering(({ reply }) => reply.open(gone).end()),
  },
  {
    number: 'B13',
    what: 'for 3 s, every watch is answered with HTTP 410',
    ...recovering(({ reply }) => reply.refuse(410)),
  },
  {
    number: 'B17',
    what: 'watches at the first version end at once and empty, for ever; a list would help',
    ...recovering(({ reply }) => reply.open().end()),
  },
  {
    number: 'B26',
    what: 'the watch is reset after 1 s; the next one has an update',
    list: ({ reply }) => reply.list({ version: 10, items: { a: 1 } }),
    watch: ({ n, reply }) => (n === 0 ? reply.open().resetAfter(1000) : reply.open(event('MODIFIED', 'a', 11))),
    end: ['a@11'],
  },
  {
    number: 'B36',
    what: 'for 3 s, connections are cut before any answer',
    list: ({ now, reply }) => (now < SICK_MS ? reply.reset() : reply.list({ version: 10, items: { a: 1 } })),
    watch: ({ reply }) => reply.open(),
    end: ['a@1'],
  },
  {
    number: 'B37',
    what: 'stop() 1 s after the watch was asked for: nothing may be asked or open afterwards',
    list: ({ reply }) => reply.list({ version: 10, items: { a: 1 } }),
    watch: ({ reply }) => reply.open(),
    act: async ({ stop, wait, watched }) => {
      await watched;
      await wait(1000);
      await stop();
    },
    right: ({ openWatches, askedAfterStop }) => openWatches === 0 && askedAfterStop === 0,
  },
  {
    number: 'B38',
    what: 'the list takes 300 ms, stop() comes 100 ms after it was asked for: no watch may follow',
    list: async ({ reply, wait }) => {
      await wait(300);
      reply.list({ version: 10, items: { a: 1 } });
    },
    watch: ({ reply }) => reply.open(),
    act: async ({ stop, wait, listed }) => {
      await listed;
      await wait(100);
      await stop();
    },
    right: ({ openWatches, askedAfterStop, told }) => openWatches === 0 && askedAfterStop === 0 && told.length === 0,
  },
  {
    number: 'B54',
    what: 'of two handlers, the first throws: the second must hear of every event',
    list: ({ reply }) => reply.list({ version: 10, items: {} }),
    watch: ({ n, reply }) => (n === 0 ? reply.open(event('ADDED', 'a', 11), event('ADDED', 'b', 12)) : reply.open()),
    throwing: true,
    end: ['a@11', 'b@12'],
    right: ({ told }) => told.join() === 'a,b',
  },
  {
    number: 'B66',
    what: 'a list of five in pages of two',
    list: ({ token, reply }) => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const from = Number(token ?? 0);
      const items = Object.fromEntries(names.slice(from, from + 2).map((name, i) => [name, from + i + 1]));
      reply.list({ version: 10, items, token: from + 2 < names.length ? String(from + 2) : undefined });
    },
    watch: ({ reply }) => reply.open(),
    end: ['a@1', 'b@2', 'c@3', 'd@4', 'e@5'],
    options: { pageSize: 2 },
  },
];
