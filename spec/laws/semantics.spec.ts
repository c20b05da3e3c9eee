import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Timeline } from './timeline.js';

const page = readFileSync(new URL('../../docs/semantics.md', import.meta.url), 'utf8');

describe('docs/semantics.md', () => {
  it('explains the laws in their order, each with an example', () => {
    const sections = page.split(/^### /m).slice(1);
    const laws = sections.filter((section) => /^L\d+ /.test(section));
    expect(laws.map((section) => /^L\d+/.exec(section)?.[0])).toEqual(
      Array.from({ length: 18 }, (_, i) => `L${i + 1}`),
    );
    for (const section of laws) expect(section).toContain('```');
  });

  const timelines = [...page.matchAll(/^### (L\d+)(?:(?!^### )[\s\S])*?```timeline\n([\s\S]*?)```/gm)];
  it.each(timelines.map(([, law = '', text = '']) => [law, text] as const))(
    '%s: its timeline is true',
    async (_, text) => {
      const timeline = new Timeline();
      for (const line of text.trim().split('\n')) {
        // Updates have arrows too, without spaces around them.
        const [server = '', heard = ''] = line.split(' → ');
        expect([server, await timeline.play(server)]).toEqual([server, heard.trim()]);
      }
    },
  );
});
