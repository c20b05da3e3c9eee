/**
 * A sum that numbers are added to and taken from: always the exact sum of those in it, rounded once, whatever came and went. (A plain
 * running sum of fractions would drift, and NaN would never leave it.) It is kept as numbers whose bits do not overlap, after Shewchuk's "Adaptive
 * Precision Floating-Point Arithmetic"; there are rarely more than three.
 */
export class ExactSum {
  #parts: number[] = [];
  #nans = 0;
  #positive = 0;
  #negative = 0;

  add(value: number): void {
    this.#put(value, 1);
  }

  subtract(value: number): void {
    this.#put(value, -1);
  }

  get value(): number {
    if (this.#nans > 0 || (this.#positive > 0 && this.#negative > 0)) return Number.NaN;
    if (this.#positive > 0) return Number.POSITIVE_INFINITY;
    if (this.#negative > 0) return Number.NEGATIVE_INFINITY;
    return rounded(this.#parts);
  }

  #put(value: number, sign: 1 | -1): void {
    if (Number.isNaN(value)) this.#nans += sign;
    else if (value === Number.POSITIVE_INFINITY) this.#positive += sign;
    else if (value === Number.NEGATIVE_INFINITY) this.#negative += sign;
    else this.#parts = grown(this.#parts, sign * value);
  }
}

/** The parts of a sum and of one more number, from the smallest to the greatest, none of them zero. */
function grown(parts: readonly number[], value: number): number[] {
  const next: number[] = [];
  let carried = value;
  for (const part of parts) {
    const [large, small] = Math.abs(carried) < Math.abs(part) ? [part, carried] : [carried, part];
    const sum = large + small;
    const lost = small - (sum - large);
    if (lost !== 0) next.push(lost);
    carried = sum;
  }
  if (carried !== 0) next.push(carried);
  return next;
}

/** From the greatest part down, until what follows is too small to count; then a tie is settled by the sign of the next. */
function rounded(parts: readonly number[]): number {
  let i = parts.length - 1;
  let sum = parts[i] ?? 0;
  let lost = 0;
  while (i > 0 && lost === 0) {
    i--;
    const part = parts[i] ?? 0;
    const before = sum;
    sum = before + part;
    lost = part - (sum - before);
  }
  const next = i > 0 ? (parts[i - 1] ?? 0) : 0;
  if (!((lost < 0 && next < 0) || (lost > 0 && next > 0))) return sum;
  const doubled = lost * 2;
  const other = sum + doubled;
  return doubled === other - sum ? other : sum;
}
