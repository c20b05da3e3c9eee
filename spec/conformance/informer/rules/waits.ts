import { backoffWait, NO_WAIT, type Requested, type Run, type Wait } from '../run.js';
import { answerOf, type Rule } from './rule.js';

/** We add up to a tenth to what a server asks for, so that not all come back at one moment. */
const SPREAD = 1.1;

export const waits: Rule = {
  law: 'L8',
  recorded:
    'below the informer, HTTP repeats what it was told to repeat after exactly that time, and what broke before an answer after one second, or at once',
  ours: 'every failure counts, and waits for the backoff; Retry-After is a floor',
  rewrite(run, trace) {
    let failures = 0;
    const requests = run.requests.map((request, i): Requested => {
      const before = run.requests[i - 1];
      const answer = answerOf(trace, before?.answeredBy);
      if (request.wait.to === 0 && (answer === undefined || isAnswered(answer.status))) return request;
      failures++;
      const header = answer?.headers?.['Retry-After'];
      return { ...request, wait: atLeast(backoffWait(failures), header === undefined ? 0 : Number(header) * 1000) };
    });
    return { ...run, requests, runMs: run.runMs + longest(requests) - longest(run.requests) };
  },
};

function isAnswered(status = 0): boolean {
  return status !== 0;
}

function atLeast({ from, to }: Wait, ms: number): Wait {
  return { from: Math.max(from, ms), to: Math.max(to, ms * SPREAD) };
}

function longest(requests: Run['requests']): number {
  return requests.reduce((sum, { wait = NO_WAIT }) => sum + wait.to, 0);
}
