import { median } from '../measure/figures.mjs';

/**
 * What several runs of one subject say together.
 *
 * @param runs figures by name, of each run; names and versions are the same in all
 * @returns `{ subject, informer, node, figures: { name: { median, min, max } } }`
 */
export function summary(subject, runs) {
  const [{ informer, store, node }] = runs;
  const names = Object.keys(runs[0]).filter((name) => typeof runs[0][name] === 'number');
  return {
    subject,
    informer: informer ?? store,
    node,
    figures: Object.fromEntries(names.map((name) => [name, spread(runs.map((run) => run[name]))])),
  };
}

function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
