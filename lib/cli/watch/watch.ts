import { Chalk } from 'chalk';
import { firstValueFrom, lastValueFrom, type Observable, takeUntil, timer } from 'rxjs';
import { createInformer, type Informer } from '../../informer/index.js';
import type { Plain, Resource } from '../../kubernetes/index.js';
import { namespaceFor } from '../cluster/namespace-for.js';
import { resolveResource } from '../cluster/resolve.js';
import type { Column } from '../columns/column.js';
import { withColumns } from '../columns/with-columns.js';
import type { OutputFormat, WatchCommand } from '../command.js';
import { Refusal } from '../refusal.js';
import { complain, type Surroundings } from '../surroundings.js';
import { clean } from '../text/clean.js';
import { eventLine, jsonLine } from './event-line.js';
import { type LogOptions, logEvents } from './log-events.js';
import { showTable } from './show-table.js';
import { openSource, type Source } from './source.js';
import { type Noun, problemSentence } from './status-sentence.js';
import { Terminal } from './terminal.js';

/** A server may take that long to say what it serves, in milliseconds, before the user hears what is waited for. */
const PATIENCE_MS = 1000;

/** Watches a resource until the user stops it. @throws Refusal when it cannot be watched */
export async function watch(command: WatchCommand, around: Surroundings): Promise<void> {
  const format = formatFor(command, around);
  const source = await openSource(command, around);
  try {
    const found = await find(command, source, around);
    if (found === undefined) return;
    const namespace = namespaceFor(command, source.namespace, found);
    await withColumns(found, namespace === undefined, (resource, columns) =>
      show(resource, columns, { namespace, format, command, source, around }),
    );
  } finally {
    await source.close();
  }
}

function formatFor({ output }: WatchCommand, { stdout, env }: Surroundings): OutputFormat {
  const canDraw = stdout.isTTY === true && env.TERM !== 'dumb';
  if (output === 'table' && !canDraw)
    throw new Refusal('--output table needs a terminal to draw on: use --output events, or json, here', 2);
  return output ?? (canDraw ? 'table' : 'events');
}

/** Undefined: stopped by the user before it was found. */
async function find(
  { resource }: WatchCommand,
  { transport }: Source,
  around: Surroundings,
): Promise<Resource | undefined> {
  const asking = `asking ${transport.url} what it serves`;
  const patience = timer(PATIENCE_MS, around.scheduler).subscribe(() => complain(around, asking));
  const say = (sentence: string) => {
    patience.unsubscribe();
    complain(around, sentence);
  };
  try {
    const found$ = resolveResource(resource, transport, say, around.scheduler);
    return await firstValueFrom(found$.pipe(takeUntil(around.stop$)), { defaultValue: undefined });
  } finally {
    patience.unsubscribe();
  }
}

interface Showing {
  readonly namespace: string | undefined;
  readonly format: OutputFormat;
  readonly command: WatchCommand;
  readonly source: Source;
  readonly around: Surroundings;
}

async function show<K>(resource: Resource<K>, columns: readonly Column<Plain<K>>[], showing: Showing): Promise<void> {
  const { namespace, command, source, around } = showing;
  const { labelSelector, fieldSelector } = command;
  const { scheduler } = around;
  const { transport } = source;
  const informer = createInformer({ transport, resource, namespace, labelSelector, fieldSelector, scheduler });
  try {
    const shown$ = output(informer, nounOf(resource), columns, showing);
    await lastValueFrom(shown$.pipe(takeUntil(around.stop$)), { defaultValue: undefined });
    // The table is gone from the screen: what was wrong at the end would be gone with it.
    const problem = showing.format === 'table' ? problemSentence(informer.status) : '';
    if (problem !== '') complain(around, problem);
  } finally {
    informer.stop();
  }
}

function output<T>(
  informer: Informer<T>,
  noun: Noun,
  columns: readonly Column<T>[],
  showing: Showing,
): Observable<never> {
  const { format, source, around } = showing;
  const { stdin, stdout, env, scheduler } = around;
  const log = (lineOf: LogOptions<T>['lineOf']) =>
    logEvents(
      informer,
      { lineOf, write: (text) => stdout.write(text), say: (sentence) => complain(around, sentence) },
      scheduler,
    );
  switch (format) {
    case 'table': {
      const title = titleOf(noun.many, showing);
      const paint = new Chalk({ level: env.NO_COLOR ? 0 : 1 });
      return showTable(
        informer,
        { title, noun, columns, note: source.note },
        new Terminal(stdin, stdout),
        paint,
        scheduler,
      );
    }
    case 'events':
      return log((change, now) => eventLine(change, columns, now));
    case 'json':
      return log(jsonLine);
  }
}

function nounOf({ kind, plural }: Resource<unknown>): Noun {
  return { one: kind.toLowerCase() || plural, many: plural };
}

function titleOf(plural: string, { namespace, command, source }: Showing): string {
  const where = namespace === undefined ? (command.allNamespaces ? ' in all namespaces' : '') : ` in ${namespace}`;
  const selectors = [command.labelSelector, command.fieldSelector].filter((text) => text !== undefined);
  const selected = selectors.length === 0 ? '' : ` with ${selectors.join(' and ')}`;
  return clean(`${plural}${where}${selected} · ${source.place}`);
}
