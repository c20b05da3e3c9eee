import { describe, expect, it } from '@jest/globals';
import { Session } from '../src/app/session/session';
import { tokenIn } from '../src/app/session/token';

function session() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  let begun = 0;
  const made = () =>
    new Session(storage, () => {
      begun++;
    });
  return { made, begun: () => begun, stored };
}

describe('a token that is pasted', () => {
  it('is taken as a terminal or a header shows it', () => {
    for (const text of [
      'eyJ.a-b_c',
      '  eyJ.a-b_c\n',
      'Bearer eyJ.a-b_c',
      'Authorization: bearer eyJ.a-b_c',
      'eyJ.\n  a-b_c',
    ])
      expect(tokenIn(text)).toBe('eyJ.a-b_c');
    expect(tokenIn('YWJj==')).toBe('YWJj==');
  });

  it('is refused where HTTP would not carry it', () => {
    for (const text of ['', '   ', 'two words', 'naïve', 'a"b', 'a=b']) expect(tokenIn(text)).toBeUndefined();
  });
});

describe('a session', () => {
  it('sends the token with each request from the sign-in to the sign-out, and begins anew at both', () => {
    const { made, begun, stored } = session();
    const session1 = made();
    expect([session1.isSignedIn, session1.headers()]).toEqual([false, {}]);
    session1.signIn('abc');
    expect(begun()).toBe(1);
    // As the page finds it when it is loaded again.
    const session2 = made();
    expect([session2.isSignedIn, session2.headers()]).toEqual([true, { authorization: 'Bearer abc' }]);
    session2.signOut();
    expect(begun()).toBe(2);
    expect([session2.isSignedIn, session2.headers(), stored.size]).toEqual([false, {}, 0]);
  });
});
