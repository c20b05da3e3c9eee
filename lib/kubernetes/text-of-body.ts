/** Bytes. client-go reads no more of a body that is no `Status`. */
const BODY_LIMIT = 2048;

/** Characters of a page of markup. What is more is no explanation. */
const PAGE_LIMIT = 120;

/**
 * What the body of a refusal says to people: its text, or of a page of markup, as proxies answer, its title, else its first words, without
 * tags. The HTTP code at its head is left out, since whoever shows it says the code too.
 */
export function textOfBody(httpCode: number, body: string): string {
  const text = firstBytes(body, BODY_LIMIT).trim();
  const said = /^<[!?a-z]/i.test(text) ? shortened(textOfPage(text)) : text;
  const [head = '', code] = /^(\d+)\b[\s:–-]*/.exec(said) ?? [];
  return code === String(httpCode) ? said.slice(head.length) : said;
}

function textOfPage(page: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(page) ?? [];
  return inOneLine(title) || inOneLine(withoutMarkup(page));
}

/** Also where the page was cut off within it. */
function withoutMarkup(page: string): string {
  return page.replace(/<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1[^>]*>|$)|<[^>]*(?:>|$)/gi, ' ');
}

function inOneLine(text: string): string {
  return text.replace(/(?:\s|&nbsp;)+/g, ' ').trim();
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= PAGE_LIMIT ? text : `${characters.slice(0, PAGE_LIMIT - 1).join('')}…`;
}

/** A character that is cut is left out. */
function firstBytes(text: string, limit: number): string {
  const bytes = new TextEncoder().encode(text.slice(0, limit)).subarray(0, limit);
  return new TextDecoder().decode(bytes, { stream: true });
}
