const DNS_PART = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS_1035_LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const QUALIFIED = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** A domain name as Kubernetes wants it for API groups and label prefixes: RFC 1123 in lower case, at most 253 characters, whatever the length of its parts. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every((part) => DNS_PART.test(part));
}

/** One part of a domain name: RFC 1123 in lower case, at most 63 characters. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && DNS_PART.test(text);
}

/** One part of a domain name, starting with a letter: RFC 1035 in lower case, at most 63 characters. */
export function isDns1035Label(text: string): boolean {
  return DNS_1035_LABEL.test(text);
}

/**
 * What is wrong with a name that may have a DNS prefix and a slash, as the keys of labels and annotations and finalizers have it, in words;
 * undefined: nothing.
 *
 * @param what such a name is called, for the words: `a label key`
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function qualifiedNameProblem(text: string, what: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash >= 0 && !isDnsSubdomain(text.slice(0, slash)))
    return `the prefix of ${what} is a DNS name of at most 253 characters in lower case, such as "example.com"`;
  if (!QUALIFIED.test(text.slice(slash + 1)))
    return `the name of ${what} has 1 to 63 letters, digits, "-", "_" or ".", and a letter or digit at both ends`;
  return undefined;
}

/** What is wrong with the value of a label, in words; undefined: nothing. */
export function labelValueProblem(value: string): string | undefined {
  if (value === '' || QUALIFIED.test(value)) return undefined;
  return 'a label value has at most 63 letters, digits, "-", "_" or ".", and a letter or digit at both ends';
}
