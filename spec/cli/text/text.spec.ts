import { describe, expect, it } from '@jest/globals';
import { age, duration } from '../../../lib/cli/text/age.js';
import { clean, cleanJson } from '../../../lib/cli/text/clean.js';
import { sentences } from '../../../lib/cli/text/sentences.js';
import { wrap } from '../../../lib/cli/text/wrap.js';
import { closeMatches } from '../../../lib/reflector/index.js';

describe('sentences', () => {
  it('ends each text that has no end of its own, and leaves out empty ones', () => {
    expect(sentences('refused', 'Did you mean that?', '', 'See it.', ' x ')).toBe(
      'refused. Did you mean that? See it. x.',
    );
    expect(sentences()).toBe('');
  });
});

describe('clean', () => {
  it.each([
    ['an escape sequence', '\u001b[2Jgone', '␛[2Jgone'],
    ['a C1 control, which some terminals take for an escape sequence', '\u009b2J', '\ufffd2J'],
    ['a line break', 'a\r\nb', 'a␍␊b'],
    ['Unicode line breaks', 'a\u2028b\u2029c', 'a\ufffdb\ufffdc'],
    ['what turns text round', 'pod\u202egnp.exe', 'pod\ufffdgnp.exe'],
    ['delete', 'a\u007f', 'a\ufffd'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('shows %s as a sign', (_, text, shown) => {
    expect(clean(text)).toBe(shown);
  });

  it('leaves letters of every script, emoji and their joints alone', () => {
    const text = 'web-0 größer 東京 עברית 👩‍🚀';
    expect(clean(text)).toBe(text);
  });

  it('cleanJson: escapes what JSON leaves alone, and stays the same JSON', () => {
    const value = { name: 'a\u009b2J\u202e\u2028', note: 'ü\u001b', half: '\ud800' };
    const text = cleanJson(value);
    expect(text).toBe('{"name":"a\\u009b2J\\u202e\\u2028","note":"ü\\u001b","half":"\\ud800"}');
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('age', () => {
  const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
  it.each([
    [-5 * second, '0s'],
    [0, '0s'],
    [119 * second, '119s'],
    [2 * minute, '2m'],
    [2 * minute + 5 * second, '2m5s'],
    [10 * minute - second, '9m59s'],
    [10 * minute + 59 * second, '10m'],
    [3 * hour - minute, '179m'],
    [3 * hour, '3h'],
    [7 * hour + 59 * minute, '7h59m'],
    [8 * hour + 59 * minute, '8h'],
    [47 * hour, '47h'],
    [2 * day + 5 * hour, '2d5h'],
    [8 * day + 5 * hour, '8d'],
    [729 * day, '729d'],
    [2 * 365 * day + 3 * day, '2y3d'],
    [9 * 365 * day + 3 * day, '9y'],
  ])('says %d ms as kubectl does: %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });

  it('is unknown without a time', () => {
    expect([age(undefined, 0), age('yesterday', 0)]).toEqual(['<unknown>', '<unknown>']);
    expect(age('1970-01-01T00:00:05Z', 12_000)).toBe('7s');
  });
});

describe('closeMatches', () => {
  const words = ['pods', 'pod', 'po', 'nodes', 'services', 'deployments', 'endpoints'];

  it('finds what somebody may have meant: what is nearest', () => {
    expect(closeMatches('pots', words)).toEqual(['pods']);
    expect(closeMatches('deploments', words)).toEqual(['deployments']);
    expect(closeMatches('dod', words)).toEqual(['pod']);
    expect(closeMatches('serv', words)).toEqual(['services']);
  });

  it('finds nothing for what is like nothing', () => {
    expect(closeMatches('unicorns', words)).toEqual([]);
    expect(closeMatches('x', words)).toEqual([]);
  });
});

describe('wrap', () => {
  it('breaks between words, by the columns that they take', () => {
    expect(wrap('one two three four', 9, 9)).toEqual(['one two', 'three', 'four']);
    expect(wrap('東京 大阪 名古屋', 9, 9)).toEqual(['東京 大阪', '名古屋']);
  });

  it('cuts what is too long, of a word and of the whole', () => {
    expect(wrap('incomprehensibilities', 8, 2)).toEqual(['incompr…']);
    expect(wrap('one two three four five six', 8, 2)).toEqual(['one two', 'three f…']);
  });
});
