import { backoffWait, NO_WAIT, type Requested, type Run, type Wait } from '../run.js';
import { faultOf } from './faults.js';
import { answerOf, type Rule } from './rule.js';

/** We add up to a tenth to what a server asks for, so that not all come back at one moment. */
const SPREAD = 1.1;

export const waits: Rule = {
  law: 'L8',
  recorded:
    'below the informer, HTTP repeats what it was told to repeat after exactly that time, and what broke before an answer after one second, or at once',
  ours: 'every failure counts, and waits for the backoff, which begins anew when it is a version that expired meanwhile; Retry-After is a floor',
  rewrite(run, trace) {
    let failures = 0;
    let lastFault = '';
    const requests = run.requests.map((request, i): Requested => {
      const before = run.requests[i - 1];
      const answer = answerOf(trace, before?.answeredBy);
      if (request.wait.to === 0 && (answer === undefined || isAnswered(answer.status))) return request;
      // L1: a server that has forgotten what came before an outage is well again, and soon listed.
      const fault = answer === undefined ? '' : faultOf(answer, trace);
      failures = fault.startsWith('expired') && !lastFault.startsWith('expired') ? 1 : failures + 1;
      lastFault = fault;
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
