import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';
const HEADING = /^### .*\(`([\w-]+)`\)$/;

/**
 * Puts tables into a document, between its marks: in the place of those of the same scenarios, if there are any, and the others stay, so that a
 * long bench can be run piece by piece.
 *
 * @param sections `{ name, text }` each
 * @param order the names of all scenarios, as they are to stand
 */
export function writeTables(path, sections, order) {
  const document = readFileSync(path, 'utf8');
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${path} has no place between ${BEGIN} and ${END}`);
  const there = sectionsOf(document.slice(begin + BEGIN.length, end));
  for (const { name, text } of sections) there.set(name, text);
  const tables = order.flatMap((name) => there.get(name) ?? []).join('\n\n');
  writeFileSync(path, `${document.slice(0, begin + BEGIN.length)}\n${tables}\n${document.slice(end)}`);
}

/** The tables that are there, by scenario. */
function sectionsOf(text) {
  const sections = new Map();
  for (const part of text.split(/^(?=### )/m)) {
    const name = HEADING.exec(part.split('\n')[0])?.[1];
    if (name !== undefined) sections.set(name, part.trim());
  }
  return sections;
}
