import { isFault, isOfOtherKind } from '../frames.js';
import { failureKind } from '../run.js';
import type { Answer, Frame, InformerTrace } from '../trace.js';
import { answerOf, type Rule } from './rule.js';

export const faults: Rule = {
  law: 'L7',
  recorded: 'the watch error handler hears of nothing that goes wrong within a stream, or that HTTP repeats',
  ours: 'whenever the informer waits, `status$` says why',
  rewrite(run, trace) {
    const faults = run.requests.flatMap(({ answeredBy }, i) => {
      const answer = answerOf(trace, answeredBy);
      const next = run.requests[i + 1];
      if (answer === undefined || (next === undefined ? !isOver(answer, trace) : next.wait.to === 0)) return [];
      return faultOf(answer, trace);
    });
    return { ...run, faults };
  },
};

/** Whether the last answer of a run is one after which something else has to come. */
export function isOver(answer: Answer | undefined, trace: InformerTrace): boolean {
  if (answer === undefined) return false;
  const { status, frames = [], end } = answer;
  return status !== 200 || end !== 'open' || frames.some((frame) => isFault(frame, trace));
}

/** What was wrong with an answer after which somebody had to wait. */
export function faultOf(answer: Answer, trace: InformerTrace): string {
  const { status = 0, body, rawBody, frames = [], end = 'close' } = answer;
  if (status === 0) return 'network';
  if (status !== 200) return `${failureKind(body?.reason, status)} ${status}`;
  if (rawBody !== undefined) return 'protocol';
  for (const frame of frames) {
    const fault = faultInFrame(frame, trace);
    if (fault !== undefined) return fault;
  }
  // A stream that was over at once, with nothing in it.
  return end === 'close' ? 'server' : 'network';
}

function faultInFrame({ event, raw }: Frame, trace: InformerTrace): string | undefined {
  if (raw !== undefined) return 'protocol';
  if (event === undefined) return undefined;
  const { kind, code = 500, reason } = event.object;
  if (event.type === 'ERROR') return kind === 'Status' ? `${failureKind(reason, code)} ${code}` : 'server 500';
  return isOfOtherKind(event.object, trace) ? 'protocol' : undefined;
}
