import { appendFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import fc, { type RunDetails } from 'fast-check';

const { RXINFORMER_RUNS, RXINFORMER_SEED, RXINFORMER_PATH, RXINFORMER_PROPERTIES } = process.env;

/** The same cases each time: whether a change is good does not depend on chance. New ones are what more runs are for. */
const EVERYDAY = { runs: 200, seed: 20_260_101 };

/**
 * How properties are tried, for `fc.assert`: the same 200 cases each, or RXINFORMER_RUNS, which are others each time, from
 * RXINFORMER_SEED and RXINFORMER_PATH (the case that failed, as fast-check names it). A failure says how to replay it.
 */
export const runs = {
  numRuns: Number(RXINFORMER_RUNS ?? EVERYDAY.runs),
  ...seedOf(),
  ...(RXINFORMER_PATH === undefined ? {} : { path: RXINFORMER_PATH }),
  reporter: <V>(details: RunDetails<V>) => {
    record(details);
    if (!details.failed) return;
    const { errorInstance } = details;
    const why = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    throw new Error(`${fc.defaultReportMessage(details)}\n\n${why}\n\n${replay(details)}`, { cause: errorInstance });
  },
};

function seedOf(): { readonly seed?: number } {
  if (RXINFORMER_SEED !== undefined) return { seed: Number(RXINFORMER_SEED) };
  return RXINFORMER_RUNS === undefined ? { seed: EVERYDAY.seed } : {};
}

/** A line for each property in the file RXINFORMER_PROPERTIES, which `npm run test:properties` makes its table of. */
function record<V>({ numRuns, seed, failed }: RunDetails<V>): void {
  if (RXINFORMER_PROPERTIES === undefined) return;
  const { currentTestName: property, testPath } = expect.getState();
  appendFileSync(RXINFORMER_PROPERTIES, `${JSON.stringify({ property, testPath, runs: numRuns, seed, failed })}\n`);
}

function replay<V>({ seed, counterexamplePath }: RunDetails<V>): string {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const file = testPath.replace(/^.*\/(?=spec\/)/, '');
  const path = counterexamplePath === null ? '' : ` RXINFORMER_PATH=${counterexamplePath}`;
  const name = JSON.stringify(currentTestName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `Replay it: RXINFORMER_SEED=${seed}${path} npm test -- ${file} -t ${name}`;
}
