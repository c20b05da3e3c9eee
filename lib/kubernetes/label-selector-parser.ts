import { isInt64, type LabelRequirement, type LabelSelector, printLabelRequirement } from './label-selector.js';
import { labelValueProblem, qualifiedNameProblem } from './names.js';
import { requireText, selectorError } from './selector-error.js';

/**
 * Reads a label selector: `tier=web`, `tier==web`, `tier!=web`, `tier in (web,api)`, `tier notin (web)`, `tier`, `!tier`, `cores>4`, `cores<4`,
 * joined by commas. Spaces are free. The empty text selects everything. The API server accepts the same. The result is
 * canonical: order, spaces and repetitions in the text make no difference.
 *
 * @param option what the error calls the text
 * @throws TypeError that quotes the text, points at the place and says what would be right
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string, option = 'labelSelector'): LabelSelector {
  requireText(option, text, 'tier=web,env in (prod,qa)');
  const byText = new Map<string, LabelRequirement>();
  for (const requirement of new Parser(text, option).selector())
    byText.set(printLabelRequirement(requirement), requirement);
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, requirement]) => requirement);
}

/** A symbol or a word; empty at the end. `in` and `notin` are words, for they may be keys and values too. */
interface Token {
  readonly text: string;
  readonly at: number;
}

const SYMBOL_OR_WORD = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g;

function isWord({ text }: Token): boolean {
  return !/^[=!(),<>]*$/.test(text);
}

class Parser {
  private readonly tokens: readonly Token[];
  private next = 0;

  constructor(
    private readonly text: string,
    private readonly option: string,
  ) {
    this.tokens = Array.from(text.matchAll(SYMBOL_OR_WORD), (match) => ({ text: match[0], at: match.index }));
  }

  /** selector = [ requirement { "," requirement } ] */
  *selector(): Generator<LabelRequirement> {
    if (this.peek().text === '') return;
    do yield this.requirement();
    while (this.takes(','));
    const rest = this.peek();
    if (rest.text !== '') throw this.error(rest, 'expected "," or the end here');
  }

  /** requirement = "!" key | key [ operator value | ( "in" | "notin" ) values ] */
  private requirement(): LabelRequirement {
    if (this.takes('!')) return { key: this.key(), operator: 'DoesNotExist' };
    const key = this.key();
    const next = this.peek();
    if (next.text === '' || next.text === ',') return { key, operator: 'Exists' };
    if (this.takes('=') || this.takes('==')) return { key, operator: 'In', values: [this.value()] };
    if (this.takes('!=')) return { key, operator: 'NotIn', values: [this.value()] };
    if (this.takes('in')) return { key, operator: 'In', values: this.values() };
    if (this.takes('notin')) return { key, operator: 'NotIn', values: this.values() };
    if (this.takes('>')) return { key, operator: 'Gt', value: this.integer() };
    if (this.takes('<')) return { key, operator: 'Lt', value: this.integer() };
    throw this.error(next, 'expected "=", "!=", "in", "notin", "<", ">", "," or the end after a key');
  }

  private key(): string {
    const token = this.take();
    if (!isWord(token)) throw this.error(token, 'expected a label key here, or "!" and a key');
    const problem = qualifiedNameProblem(token.text, 'a label key');
    if (problem !== undefined) throw this.error(token, problem);
    return token.text;
  }

  /** values = "(" value { "," value } ")", in order and without repetitions */
  private values(): readonly string[] {
    const open = this.peek();
    if (!this.takes('(')) throw this.error(open, 'expected values in parentheses here, such as "(web,api)"');
    const values = new Set<string>();
    do values.add(this.value());
    while (this.takes(','));
    const close = this.peek();
    if (!this.takes(')')) throw this.error(close, 'expected "," or ")" after a value');
    return [...values].sort();
  }

  /** A value may be empty: "tier=" and "tier in ()" want a label that is there and empty. */
  private value(): string {
    const token = this.peek();
    if (!isWord(token)) {
      if (token.text === '' || token.text === ',' || token.text === ')') return '';
      throw this.error(token, 'expected a label value here');
    }
    this.next += 1;
    const problem = labelValueProblem(token.text);
    if (problem !== undefined) throw this.error(token, problem);
    return token.text;
  }

  private integer(): string {
    const token = this.take();
    if (!isInt64(token.text)) throw this.error(token, 'expected a whole number of at most 63 bits after "<" or ">"');
    return String(BigInt(token.text));
  }

  private peek(): Token {
    return this.tokens[this.next] ?? { text: '', at: this.text.length };
  }

  private take(): Token {
    const token = this.peek();
    this.next += 1;
    return token;
  }

  private takes(text: string): boolean {
    const found = this.peek().text === text;
    if (found) this.next += 1;
    return found;
  }

  private error(token: Token, expected: string): TypeError {
    return selectorError(this.option, this.text, token.at, token.text, expected);
  }
}
