const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** What is wrong with a text, in words; undefined: nothing. */
export type Problem = string | undefined;

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
export function subdomainProblem(text: string): Problem {
  return SUBDOMAIN.test(text)
    ? undefined
    : "a lowercase RFC 1123 subdomain has at most 253 lower case letters, digits, '-' or '.', and a letter or digit at both ends of each part";
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names */
export function labelProblem(text: string): Problem {
  return LABEL.test(text)
    ? undefined
    : "a lowercase RFC 1123 label has at most 63 lower case letters, digits or '-', and a letter or digit at both ends";
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names */
export function pathSegmentProblem(text: string): Problem {
  return text === '.' || text === '..' || /[/%]/.test(text) ? "may not be '.' or '..' or have '/' or '%'" : undefined;
}

/** A name with an optional DNS prefix and `/`: keys of labels and annotations, finalizers. */
export function qualifiedNameProblem(text: string): Problem {
  const slash = text.lastIndexOf('/');
  if (slash >= 0 && subdomainProblem(text.slice(0, slash)) !== undefined) return 'prefix part is no RFC 1123 subdomain';
  return QUALIFIED.test(text.slice(slash + 1))
    ? undefined
    : "name part has 1 to 63 letters, digits, '-', '_' or '.', and a letter or digit at both ends";
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
export function labelValueProblem(text: string): Problem {
  return text === '' || QUALIFIED.test(text)
    ? undefined
    : "a valid label has at most 63 letters, digits, '-', '_' or '.', and a letter or digit at both ends, or is empty";
}
