import type { ReviewFailure } from '../../server/index.js';

const RIGHT =
  'needs the right to create tokenreviews and subjectaccessreviews: bind the ClusterRole system:auth-delegator to it';

/** As kube-apiserver says it of who sent no credentials. */
const ANONYMOUS = /\bUser "system:anonymous" cannot /;

/**
 * That the cluster does not say who may do what, and what the person who runs `serve` can do about it.
 *
 * @param account whose credentials `serve` itself has, in words
 */
export function reviewTrouble({ message, code, advice }: ReviewFailure, account: string): string {
  const what = `cannot ask the cluster who may do what: ${message.replace(/\.$/, '')}`;
  if (code === 401 || (code === 403 && ANONYMOUS.test(message)))
    return `${what}. The credentials of serve itself, those of ${account}, are missing or refused: see what kubectl auth whoami says of them, and renew them. Whoever they are of ${RIGHT}`;
  if (code === 403) return `${what}. The account of serve itself, that of ${account}, ${RIGHT}`;
  return `${what}. ${advice}`;
}
