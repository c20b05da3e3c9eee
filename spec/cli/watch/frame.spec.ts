import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import stringWidth from 'string-width';
import type { Column } from '../../../lib/cli/columns/column.js';
import { frame, type Scene } from '../../../lib/cli/watch/frame.js';
import { Marks } from '../../../lib/cli/watch/marks.js';
import { type Change, Indexer } from '../../../lib/store/index.js';

interface Thing {
  readonly metadata: { readonly name: string };
  readonly phase: string;
}

const thing = (name: string, phase = 'Running'): Thing => ({ metadata: { name }, phase });
const columns: readonly Column<Thing>[] = [
  { title: 'NAME', value: ({ metadata }) => metadata.name },
  { title: 'STATUS', value: ({ phase }) => phase },
];
const plain = new Chalk({ level: 0 });

function scene(things: readonly Thing[], more: Partial<Scene<Thing>> = {}): Scene<Thing> {
  const indexer = new Indexer<Thing>();
  indexer.replace(things, '7');
  return {
    title: 'things in shop',
    noun: { one: 'thing', many: 'things' },
    columns,
    snapshot: indexer.snapshot,
    marks: new Marks(),
    status: { phase: 'live', synced: true, since: 0 },
    eventsPerSecond: 0,
    note: '',
    scroll: 0,
    widths: [],
    ...more,
  };
}

function draw(shown: Scene<Thing>, size: { columns: number; rows: number }, paint = plain): readonly string[] {
  return frame(shown, size, paint, 0).lines;
}

function change(type: 'add' | 'update' | 'delete', object: Thing): Change<Thing> {
  const common = { key: object.metadata.name, object, isInInitialList: false, finalStateUnknown: false } as const;
  switch (type) {
    case 'add':
      return { ...common, type, previous: undefined };
    case 'update':
    case 'delete':
      return { ...common, type, previous: object };
  }
}

const many = Array.from({ length: 50 }, (_, index) => thing(`t${String(index).padStart(2, '0')}`));
const WIDE = { columns: 60, rows: 8 };
const live = (count: number) => `live · ${count} things · resourceVersion 7 · 0.0 events/s`;

describe('frame', () => {
  it('has title, heads, rows in the order of their keys, help and status, and fills the screen but for its last row', () => {
    expect(draw(scene([thing('b'), thing('a', 'Pending')]), WIDE)).toEqual([
      'things in shop',
      '  NAME   STATUS',
      '  a      Pending',
      '  b      Running',
      '',
      '  q quits',
      live(2),
    ]);
  });

  it('says how many rows are out of sight, below and above', () => {
    expect(draw(scene(many), WIDE)[5]).toBe('  … 47 more · ↑ ↓ PgUp PgDn scroll · q quits');
    const scrolled = draw(scene(many, { scroll: 10 }), WIDE);
    expect(scrolled[2]).toBe('  t10    Running');
    expect(scrolled[5]).toBe('  … 37 more · 10 above · ↑ ↓ PgUp PgDn scroll · q quits');
  });

  it('scrolls no further than to the last row, and says where it is then', () => {
    const { lines, scroll, room } = frame(scene(many, { scroll: 1000 }), WIDE, plain, 0);
    expect([scroll, room]).toEqual([47, 3]);
    expect(lines[4]).toBe('  t49    Running');
    expect(lines[5]).toBe('  47 above · ↑ ↓ PgUp PgDn scroll · q quits');
  });

  it('marks what was added, changed and deleted by signs and colours, keeps what is deleted in its place, and of a first list marks nothing', () => {
    const marks = new Marks<Thing>();
    marks.note([change('add', thing('a')), change('update', thing('c')), change('delete', thing('b', 'Gone'))], 0);
    marks.note([{ ...change('update', thing('d')), isInInitialList: true }], 0);
    const shown = scene([thing('a'), thing('c'), thing('d')], { marks });
    const size = { columns: 60, rows: 9 };
    expect(draw(shown, size).slice(2, 6)).toEqual([
      '+ a      Running',
      '- b      Gone',
      '~ c      Running',
      '  d      Running',
    ]);
    const coloured = draw(shown, size, new Chalk({ level: 1 }));
    expect(coloured[2]).toBe('\u001b[32m+ a      Running\u001b[39m');
    expect(coloured[3]).toBe('\u001b[31m\u001b[9m- b      Gone\u001b[29m\u001b[39m');
    expect(coloured[4]).toBe('\u001b[33m~ c      Running\u001b[39m');
  });

  it('says what is wrong, in red, and what chaos did', () => {
    const failure = { kind: 'network', message: 'list http://k8s: refused', advice: 'See that it runs.' } as const;
    const status = { phase: 'retrying', synced: true, since: 0, attempt: 1, failure } as const;
    const lines = draw(scene(many, { status, note: 'chaos: 0s ago all connections were cut' }), {
      columns: 60,
      rows: 10,
    });
    expect(lines.slice(-4)).toEqual([
      'chaos: 0s ago all connections were cut',
      'list http://k8s: refused. See that it runs.',
      'retrying now (attempt 1) · 50 things · resourceVersion 7 ·',
      '0.0 events/s',
    ]);
    expect(lines.length).toBe(9);
  });

  it('says that there is nothing, but not before that is known', () => {
    expect(draw(scene([]), WIDE)[2]).toBe('  no things');
    expect(draw(scene([], { status: { phase: 'listing', synced: false, since: 0 } }), WIDE)[2]).toBe('');
  });

  it('never exceeds the screen, in height or width, however small it is', () => {
    const failure = { kind: 'network', message: 'x '.repeat(300), advice: 'y'.repeat(300) } as const;
    const status = { phase: 'retrying', synced: true, since: 0, failure } as const;
    const shown = scene([thing('東京'.repeat(40), '🚀'.repeat(40)), ...many], {
      status,
      note: 'chaos '.repeat(30),
      title: 't'.repeat(300),
    });
    for (const columns of [1, 2, 10, 39, 80]) {
      for (const rows of [1, 2, 3, 5, 8, 24]) {
        const lines = draw(shown, { columns, rows });
        expect(lines.length).toBeLessThanOrEqual(rows - 1);
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it.each([
    [2, [live(50)]],
    [3, ['things in shop', live(50)]],
    [4, ['things in shop', '  NAME   STATUS', live(50)]],
    [5, ['things in shop', '  NAME   STATUS', '  t00    Running', live(50)]],
    [
      6,
      [
        'things in shop',
        '  NAME   STATUS',
        '  t00    Running',
        '  … 49 more · ↑ ↓ PgUp PgDn scroll · q quits',
        live(50),
      ],
    ],
  ])('says how things are also in a window of %i rows, before all else', (rows, lines) => {
    expect(draw(scene(many), { columns: 60, rows })).toEqual(lines);
  });

  it('aligns wide characters, and does not let an object or a server steer the terminal', () => {
    const failure = { kind: 'server', message: 'list: 500 \u001b[2J\u0007', advice: '' } as const;
    const status = { phase: 'live', synced: true, since: 0, failure } as const;
    const lines = draw(scene([thing('東京'), thing('\u001b[2Jevil'), thing('tokyo')], { status }), {
      columns: 60,
      rows: 12,
    });
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    const rows = lines.filter((line) => line.endsWith('Running'));
    expect(new Set(rows.map((row) => stringWidth(row))).size).toBe(1);
  });

  it('lets columns grow, but not shrink, so that they do not dance', () => {
    const first = frame(scene([thing('a-long-name')]), WIDE, plain, 0);
    expect(draw(scene([thing('a')], { widths: first.widths }), WIDE)[2]).toBe('  a             Running');
  });
});

describe('Marks', () => {
  it('last two seconds', () => {
    const marks = new Marks<Thing>();
    marks.note([change('add', thing('a'))], 1000);
    expect([marks.expire(2999), marks.get('a')?.type]).toEqual([false, 'added']);
    expect([marks.expire(3000), marks.get('a')]).toEqual([true, undefined]);
  });

  it('what is new stays new while it changes; what comes back is new; the last state of what is gone is kept', () => {
    const marks = new Marks<Thing>();
    marks.note([change('add', thing('a')), change('update', thing('a', 'x'))], 0);
    expect(marks.get('a')?.type).toBe('added');
    marks.note([change('delete', thing('a', 'last'))], 0);
    expect(marks.deleted()).toEqual([['a', thing('a', 'last')]]);
    marks.note([change('add', thing('a'))], 0);
    expect([marks.get('a')?.type, marks.deleted()]).toEqual(['added', []]);
  });
});
