import fc, { type Arbitrary } from 'fast-check';

export const STREAMS = [
  'events$',
  'snapshot$',
  'changes$',
  'status$',
  'added$',
  'updated$',
  'deleted$',
  'handler',
  'consume',
  'latest',
  'coalesce',
] as const;
export type StreamName = (typeof STREAMS)[number];

/** What somebody does, from outside or from within a callback. */
export type Act =
  | { readonly act: 'subscribe'; readonly stream: StreamName; readonly resync: boolean; readonly plan: Plan }
  /** Some reader leaves, whoever that is. */
  | { readonly act: 'unsubscribe'; readonly who: number }
  | {
      readonly act: 'waitFor';
      readonly name: Name;
      readonly want: 'there' | 'gone';
      readonly timeout: number | undefined;
    }
  /** @param ahead how far ahead of the server */
  | { readonly act: 'atLeast'; readonly ahead: number; readonly timeout: number | undefined }
  | { readonly act: 'start' }
  | { readonly act: 'stop' }
  | { readonly act: 'ready' };

/** To wait for something with a promise. */
export type Wait = Extract<Act, { act: 'ready' | 'waitFor' | 'atLeast' }>;

/** What a reader does in some of its callbacks, by their number. */
export type Plan = readonly {
  readonly at: number;
  readonly acts: readonly (Act | { readonly act: 'leave' } | { readonly act: 'throw' })[];
}[];

const NAMES = ['a', 'b', 'c', 'd'] as const;
export type Name = (typeof NAMES)[number];

const name = fc.constantFrom(...NAMES);
const who = fc.nat(9);
const timeout = fc.constantFrom(undefined, undefined, 1000, 40_000);
const wait = fc.oneof(
  fc.record({ act: fc.constant('waitFor'), name, want: fc.constantFrom('there', 'gone'), timeout }),
  fc.record({ act: fc.constant('atLeast'), ahead: fc.nat(3), timeout }),
);
const unsubscribe = fc.record({ act: fc.constant('unsubscribe'), who });
const hold = fc.record({ act: fc.constantFrom('start', 'ready') });
const stop = fc.record({ act: fc.constant('stop') });
const self = fc.record({ act: fc.constantFrom('leave', 'throw') });

/** @param depth how often a plan may lead to readers with plans of their own */
function subscribe(depth: number): Arbitrary<Extract<Act, { act: 'subscribe' }>> {
  return fc.record({
    act: fc.constant('subscribe'),
    stream: fc.constantFrom(...STREAMS),
    resync: fc.boolean(),
    plan: depth === 0 ? fc.constant([]) : plan(depth),
  });
}

function plan(depth: number): Arbitrary<Plan> {
  const acts = fc.oneof(
    { weight: 5, arbitrary: subscribe(depth - 1) },
    { weight: 4, arbitrary: unsubscribe },
    { weight: 4, arbitrary: self },
    { weight: 1, arbitrary: hold },
    { weight: 1, arbitrary: wait },
    { weight: 1, arbitrary: stop },
  );
  return fc.array(fc.record({ at: fc.nat(6), acts: fc.array(acts, { minLength: 1, maxLength: 3 }) }), { maxLength: 2 });
}

/** What happens: somebody acts, the server's collection changes, the server speaks, time passes. */
export type Command =
  | Act
  | { readonly server: 'put' | 'delete' | 'recreate'; readonly name: Name }
  | {
      readonly server: 'answer' | 'send' | 'send many' | 'repeat' | 'bookmark' | 'compact' | 'end' | 'reset' | 'refuse';
    }
  | { readonly wait: 'commit' }
  | { readonly wait: 'time'; readonly ms: number };

/** What a server says when it is asked something. */
export type Speech = Exclude<Extract<Command, { server: string }>['server'], 'put' | 'delete' | 'recreate' | 'compact'>;

const say = (...words: (Speech | 'compact')[]): Command[] => words.map((server) => ({ server }));
const commit: Command = { wait: 'commit' };
const pass = (ms: number): Command => ({ wait: 'time', ms });
/** A list if one is asked for, and the watch that follows. */
const GO_LIVE = [...say('answer', 'answer'), commit];

const write = fc.record({
  server: fc.constantFrom('put', 'put', 'delete', 'recreate'),
  name,
});
const writes = fc.array(write, { minLength: 1, maxLength: 4 });
const single: Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: write },
  {
    weight: 7,
    arbitrary: fc.record({
      server: fc.constantFrom('answer', 'send', 'send many', 'repeat', 'bookmark', 'compact', 'end', 'reset', 'refuse'),
    }),
  },
  { weight: 4, arbitrary: fc.constant(commit) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constant('time'), ms: fc.constantFrom(1, 900, 2000, 70_000) }) },
);

/** Single commands in any order, and such in a row as lead somewhere: chance alone would hardly ever go live, or list again. */
const part: Arbitrary<Command[]> = fc.oneof(
  { weight: 4, arbitrary: subscribe(2).map((act): Command[] => [act]) },
  { weight: 2, arbitrary: unsubscribe.map((act): Command[] => [act]) },
  { weight: 1, arbitrary: hold.map((act): Command[] => [act]) },
  { weight: 2, arbitrary: wait.map((act): Command[] => [act]) },
  { weight: 8, arbitrary: single.map((command) => [command]) },
  { weight: 3, arbitrary: fc.constant(GO_LIVE) },
  { weight: 4, arbitrary: writes.map((written) => [...written, ...say('send'), commit]) },
  { weight: 2, arbitrary: writes.map((written) => [...written, ...say('send many')]) },
  // The connection ends with or without notice, or history is gone, and the server is back soon after.
  { weight: 1, arbitrary: writes.map((written) => [...say('end'), ...written, ...say('answer', 'send'), commit]) },
  {
    weight: 1,
    arbitrary: writes.map((written) => [...say('reset'), ...written, pass(70_000), ...GO_LIVE, ...say('send'), commit]),
  },
  { weight: 2, arbitrary: writes.map((written) => [...written, ...say('compact', 'send'), pass(70_000), ...GO_LIVE]) },
);

const first: Arbitrary<Command[]> = fc
  .tuple(subscribe(2), writes)
  .map(([reader, written]) => [...written, reader, ...GO_LIVE]);

export const commands: Arbitrary<Command[]> = fc
  .tuple(fc.option(first, { nil: [] }), fc.array(part, { minLength: 2, maxLength: 25, size: 'max' }))
  .map(([before, parts]) => [...before, ...parts.flat()]);
