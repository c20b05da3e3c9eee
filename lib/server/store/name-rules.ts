import { isDnsLabel, isDnsSubdomain } from '../../kubernetes/index.js';

/** What is wrong with a text, in words; undefined: nothing. */
export type Problem = string | undefined;

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
export function subdomainProblem(text: string): Problem {
  return isDnsSubdomain(text)
    ? undefined
    : "a lowercase RFC 1123 subdomain has at most 253 lower case letters, digits, '-' or '.', and a letter or digit at both ends of each part";
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names */
export function labelProblem(text: string): Problem {
  return isDnsLabel(text)
    ? undefined
    : "a lowercase RFC 1123 label has at most 63 lower case letters, digits or '-', and a letter or digit at both ends";
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names */
export function pathSegmentProblem(text: string): Problem {
  return text === '.' || text === '..' || /[/%]/.test(text) ? "may not be '.' or '..' or have '/' or '%'" : undefined;
}
