// One script, one informer, one process: prints what happened as a line of JSON.
import { setTimeout as wait } from 'node:timers/promises';
import { clients } from './clients.mjs';
import { SCRIPTS } from './scripts.mjs';
import { serve } from './server.mjs';

const [, , number, name, windowMs] = process.argv;
const script = SCRIPTS.find((candidate) => candidate.number === number);
const unhandled = [];
for (const kind of ['uncaughtException', 'unhandledRejection'])
  process.on(kind, (error) => unhandled.push(String(error)));

const server = await serve(script);
const client = await clients[name](server.url, script.options);
const told = [];
if (script.throwing) {
  client.onAdd(() => {
    throw new Error('the first handler throws');
  });
}
client.onAdd((object) => told.push(object));

/** When the cache first was what the server holds, and stayed so. */
let rightSince;
const isRight = () => script.end === undefined || client.objects().join() === script.end.join();
const look = setInterval(() => {
  if (!isRight()) rightSince = undefined;
  else rightSince ??= server.now();
}, 20);

server.begin();
client.start();
let stoppedAt;
const stop = () => {
  stoppedAt = server.now();
  return client.stop();
};
await script.act?.({ stop, wait, listed: server.listed, watched: server.watched });
await wait(Number(windowMs) - server.now());
clearInterval(look);

const outcome = {
  asked: server.asked,
  openWatches: server.openWatches,
  askedAfterStop: server.asked.filter(({ now }) => now > stoppedAt).length,
  told,
};
const right = isRight() && (script.right?.(outcome) ?? true);
const result = {
  requests: server.asked.length,
  rightSince: script.end && rightSince,
  right,
  openWatches: server.openWatches,
  unhandled: unhandled.length,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
