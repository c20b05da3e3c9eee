export function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Whether these bytes stand at a place. */
export function isAt(bytes: Uint8Array, from: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text[i]) return false;
  return true;
}

/** The same bytes in one piece. */
export function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

type IndexOf = (byte: number, from: number) => number;

/** Node's own is ten times as fast as that of the language, and no browser needs to have it. */
const indexOf: IndexOf = Object(Reflect.get(globalThis, 'Buffer')).prototype?.indexOf ?? Uint8Array.prototype.indexOf;

/** Where this byte is, from a place on; -1 when it is not. */
export function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  return indexOf.call(bytes, byte, from);
}
