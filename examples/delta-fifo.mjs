// deltaFIFO() alone, over events that are not from Kubernetes: what came for a key is kept together and in order, and a reader that asks
// gets at once whatever there is.
import { deltaFIFO } from 'rxinformer';
import { Subject } from 'rxjs';

const orders$ = new Subject();
const ask$ = new Subject();

orders$.pipe(deltaFIFO({ keyOf: ({ id }) => id, compress: 'latest', notifier: ask$ })).subscribe(({ items }) => {
  for (const { key, deltas } of items)
    console.log(key, deltas.map(({ type, object }) => `${type} ${object.state}`).join(', '));
  console.log('---');
});

const added = (id, state) => orders$.next({ type: 'added', object: { id, state } });
const modified = (id, state) => orders$.next({ type: 'modified', object: { id, state } });
const deleted = (id, state) => orders$.next({ type: 'deleted', object: { id, state } });

// One burst, one batch. Only the newest of the updates of a key is kept, for that was asked for; a deletion stays between.
added('order-1', 'new');
added('order-2', 'new');
modified('order-1', 'paid');
modified('order-1', 'sent');
deleted('order-2', 'cancelled');
added('order-2', 'new again');
await Promise.resolve();

// Somebody cannot wait for the end of the burst.
modified('order-1', 'arrived');
ask$.next();
modified('order-2', 'paid');
orders$.complete();
