import { FIFO_EXCEPTIONS } from './delta-fifo.exceptions.js';
import type { Difference } from './difference.js';
import { expectationOf } from './informer/expectation.js';
import { type InformerTrace, scriptName } from './informer/trace.js';
import { type StoreTrace, storeExpectation } from './store.rules.js';
import { tracesOf } from './trace.js';

/** How many traces a row names. */
const NAMED = 4;

const FIFO_FILES = ['delta-fifo', 'delta-fifo-random-none', 'delta-fifo-random-maintained', 'delta-fifo-random-fixed'];
const STORE_FILES = ['store', 'store-random'];
const INFORMER_FILES = ['informer-list', 'informer-watchlist'];

/** How many traces are played, by what they are of. */
export function countOfTraces(): string {
  const count = (files: readonly string[]) => files.reduce((sum, file) => sum + tracesOf(file).length, 0);
  return `${count(FIFO_FILES)} traces of its DeltaFIFO, ${count(STORE_FILES)} of its indexer and ${count(INFORMER_FILES)} of its shared informer`;
}

/** All differences that the traces show, as the rows of a table, by law. */
export function tableOfDifferences(): string {
  const rows = [...differences()].sort(([a], [b]) => order(a) - order(b));
  const lines = rows.map(
    ([{ law, recorded, ours }, traces]) => `| ${law} | ${recorded} | ${ours} | ${shown([...traces])} |`,
  );
  return ['| law | client-go, as recorded | rxinformer | traces |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** With the names of the traces that show each. */
function differences(): ReadonlyMap<Difference, ReadonlySet<string>> {
  const found = new Map<Difference, Set<string>>();
  const note = (name: string, differences: readonly Difference[]) => {
    for (const difference of differences) found.set(difference, (found.get(difference) ?? new Set<string>()).add(name));
  };
  for (const trace of tracesOf<InformerTrace>('informer-list')) {
    note(scriptName(trace), expectationOf(trace, 'never').differences);
  }
  for (const watchList of ['always', 'auto'] as const) {
    for (const trace of tracesOf<InformerTrace>('informer-watchlist')) {
      note(scriptName(trace), expectationOf(trace, watchList).differences);
    }
  }
  for (const trace of STORE_FILES.flatMap((file) => tracesOf<StoreTrace>(file))) {
    note(trace.name, storeExpectation(trace).differences);
  }
  for (const [name, exception] of Object.entries(FIFO_EXCEPTIONS)) note(name, [exception]);
  return found;
}

/** What no law asks for comes last. */
function order({ law }: Difference): number {
  return law.startsWith('L') ? Number(law.slice(1)) : Number.POSITIVE_INFINITY;
}

function shown(traces: readonly string[]): string {
  const named = traces.slice(0, NAMED).map((name) => `\`${name}\``);
  const more = traces.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}
