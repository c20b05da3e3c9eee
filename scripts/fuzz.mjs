// Decodes documents, a million if nobody says otherwise, and compares each with what JSON.parse makes of it, minus managedFields.
//   npm run fuzz [-- --documents N] [--seed S] [--batch B]
// --documents  how many (default 1,000,000): pods as the bench has them and changed in many ways, generated ones and hostile ones
// --seed       other documents (default 1); the same seed gives the same ones
// --batch      only this batch: what a difference names, to see it again
// Exit code 1 when there was a difference.
import { parseArgs } from 'node:util';
import { runBatch, Tally } from './fuzz/batch.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    batch: { type: 'string' },
  },
});
const REPORT_EVERY = 50_000;
const MOST_SHOWN = 10;

const documents = Number(values.documents);
const seed = Number(values.seed);
const tally = new Tally();
const began = performance.now();
let reported = 0;

function show({ batch, what, text, options }) {
  console.log(`batch ${batch} (${options}): ${what}\n  ${text.slice(0, 2000)}`);
  console.log(`  again: npm run fuzz -- --seed ${seed} --batch ${batch}`);
}

for (let batch = Number(values.batch ?? 0); tally.documents < documents; batch++) {
  const before = tally.differences.length;
  runBatch(seed, batch, tally);
  for (const difference of tally.differences.slice(before))
    if (tally.differences.length <= MOST_SHOWN) show(difference);
  if (values.batch !== undefined) break;
  if (tally.documents - reported >= REPORT_EVERY) {
    reported = tally.documents;
    console.log(`${reported.toLocaleString('en')} documents, ${tally.differences.length} differences`);
  }
}
const seconds = Math.round((performance.now() - began) / 1000);
const { bytes, accepted, refused, differences } = tally;
console.log(
  `${tally.documents.toLocaleString('en')} documents of seed ${seed}, ${Math.round(bytes / 1e6).toLocaleString('en')} MB, in ${seconds} s: ` +
    `${accepted.toLocaleString('en')} decoded, ${refused.toLocaleString('en')} refused as JSON.parse or the rules do, ${differences.length} differences`,
);
process.exitCode = differences.length > 0 ? 1 : 0;
