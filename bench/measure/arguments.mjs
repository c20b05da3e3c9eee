import { parseArgs } from 'node:util';

/** What every program that measures an informer can be told, and what it is told in addition. */
export function readArguments(more = {}) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8901' },
      watch: { type: 'string', default: '0' },
      rate: { type: 'string', default: '0' },
      relist: { type: 'string' },
      subscribers: { type: 'string', default: '1' },
      slow: { type: 'boolean', default: false },
      namespaces: { type: 'string', default: '0' },
      out: { type: 'string', default: 'json' },
      ...more,
    },
  });
  return {
    ...values,
    port: Number(values.port),
    watch: Number(values.watch),
    rate: Number(values.rate),
    relist: values.relist === undefined ? undefined : Number(values.relist),
    subscribers: Number(values.subscribers),
    namespaces: Number(values.namespaces),
  };
}

/** The one line that a program that measures prints. */
export function printFigures(figures) {
  process.stdout.write(`${JSON.stringify({ ...figures, node: process.version })}\n`);
}

/** How long the work of a slow subscriber takes for each event. */
export const SLOW_MS = 10;
