// indexInto() alone: it makes of batches what changed, and snapshots with indexes. The batches come from a queue that is told whole lists here,
// as of an API that can only be polled.
import { DeltaFIFO, Indexer, indexInto } from 'rxinformer';
import { from, map } from 'rxjs';

const station = (name, city, version) => ({ metadata: { name, resourceVersion: String(version) }, city });

const indexer = new Indexer({ indexers: { city: ({ city }) => [city] } });
const queue = new DeltaFIFO({ knownObjects: indexer, emitReplaced: true });

const polls = [
  [station('east', 'Bern', 1), station('west', 'Bern', 1), station('lake', 'Zug', 1)],
  [station('east', 'Bern', 1), station('west', 'Basel', 2)],
];

from(polls)
  .pipe(
    map((stations, i) => {
      queue.replace(stations, String(i + 1));
      return queue.drain();
    }),
    indexInto(indexer),
  )
  .subscribe(({ changes, snapshot }) => {
    console.log(changes.map(({ type, key }) => `${type} ${key}`).join(', '));
    for (const city of snapshot.indexValues('city')) console.log(`  ${city}: ${snapshot.indexKeys('city', city)}`);
  });
