/**
 * Controls (escape sequences begin with one), what reorders or breaks lines, and halves of characters. Whoever may write an object,
 * or answer for a server, must not thereby steer the terminal of whoever looks at it.
 */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text from a cluster or a server, fit for a terminal and for one line of it: what is unsafe shows as a sign instead. */
export function clean(text: string): string {
  return text.replace(UNSAFE, signOf);
}

/** JSON on one line that is safe to look at in a terminal, and still the same JSON. */
export function cleanJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Of C0 controls their pictures: U+241B for escape. */
function signOf(unsafe: string): string {
  const code = unsafe.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
