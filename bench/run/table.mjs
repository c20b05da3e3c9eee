import { FIGURES } from './scenarios.mjs';

/** The results of a run as Markdown: a table for each scenario, in each cell the median, the least and the most, and the ratio to the first row. */
export function markdown({ machine, results }) {
  const head = [
    `Measured on ${machine.date} with ${machine.cpus} × ${machine.model}, ${machine.memoryGB} GB, ${machine.system}, Node ${machine.node};`,
    machine.runs === 1
      ? 'one run each, and'
      : `${machine.runs} runs each, interleaved: the median (the least to the most), and`,
    'the ratio to the first row.',
  ];
  if (machine.scale !== 1) head.push(`The loads were smaller than it says, by the factor ${machine.scale}.`);
  if (machine.load > 1) {
    head.push(`**The machine had other work** (load average ${machine.load}): the times are not to be trusted.`);
  }
  return [head.join(' '), ...results.map(section)].join('\n\n');
}

function section({ title, name, figures, rows, absent }) {
  const columns = figures.filter((figure) => rows.some((row) => row.figures[figure] !== undefined));
  const lines = [
    `### ${title} (\`${name}\`)`,
    '',
    `| |${columns.map((figure) => ` ${FIGURES[figure].title} |`).join('')}`,
    `|---|${columns.map(() => '--:|').join('')}`,
    ...rows.map((row) => `| ${label(row)} |${columns.map((figure) => ` ${cell(figure, row, rows[0])} |`).join('')}`),
  ];
  if (absent.length > 0) lines.push('', `Not measured: ${absent.join('; ')}.`);
  return lines.join('\n');
}

/** This project's rows, which stand out. */
const OURS = new Map([
  ['rxinformer', 'rxinformer'],
  ['store', 'rxinformer'],
  ['rxinformer keep', 'rxinformer, managedFields kept'],
  ['rxinformer fields', 'rxinformer, three fields'],
]);

function label({ subject, informer, node }) {
  const ours = OURS.get(subject);
  const name = ours === undefined ? informer : `**${ours}**`;
  return node === undefined || node === process.version ? name : `${name} (Node ${node.slice(1)})`;
}

function cell(figure, row, first) {
  const value = row.figures[figure];
  if (value === undefined) return '';
  const { unit, noRatio = false } = FIGURES[figure];
  const reference = first.figures[figure]?.median;
  const range = value.min === value.max ? '' : ` (${shown(value.min)}–${shown(value.max)})`;
  const ratio = noRatio || !(reference > 0) || row === first ? '' : ` ${times(value.median / reference)}`;
  return `${shown(value.median)}${unit === '' ? '' : ` ${unit}`}${range}${ratio}`;
}

function times(ratio) {
  return `${ratio.toFixed(ratio < 0.1 ? 3 : 2)}x`;
}

/** Three digits are more than enough. */
function shown(value) {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Number(value.toFixed(digits)).toLocaleString('en');
}
