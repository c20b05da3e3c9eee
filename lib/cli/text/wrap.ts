import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';

/** Breaks a text between words into lines of at most `width` columns; what does not fit into `most` lines ends in an ellipsis. */
export function wrap(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  const words = text.split(' ');
  while (words.length > 0 && lines.length < most - 1) {
    let line = words.shift() ?? '';
    while (words[0] !== undefined && stringWidth(`${line} ${words[0]}`) <= width) line += ` ${words.shift()}`;
    lines.push(cliTruncate(line, width));
  }
  if (words.length > 0) lines.push(cliTruncate(words.join(' '), width));
  return lines;
}
