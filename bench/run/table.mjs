import { FIGURES } from './scenarios.mjs';

/** The results of a run as Markdown: a table for each scenario. */
export function markdown(measured) {
  return sections(measured)
    .map(({ text }) => text)
    .join('\n\n');
}

/** A table for each scenario, in each cell the median, the least and the most, and the ratio to the first row; below it, when and where. */
export function sections({ machine, results }) {
  return results.map((result) => ({
    name: result.name,
    text: [table(result), '', conditions(machine, result.load)].join('\n'),
  }));
}

function conditions({ date, cpus, model, memoryGB, system, node, runs, scale }, load) {
  const said = [
    `${date}, ${cpus} × ${model}, ${memoryGB} GB, ${system}, Node ${node};`,
    runs === 1 ? 'one run each.' : `${runs} runs each, interleaved: the median (the least to the most).`,
  ];
  if (scale !== 1) said.push(`The loads were smaller than it says, by the factor ${scale}.`);
  if (load > 1) said.push(`**The machine had other work** (load average ${load}): the times are not to be trusted.`);
  return said.join(' ');
}

function table({ title, name, figures, rows, absent }) {
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
