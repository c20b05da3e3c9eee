import { TransportError } from './transport.js';

/** Why a body cannot be subscribed, if it cannot. */
export function bodyRefusal(taken: boolean, requestOver: boolean, place: string): Error | undefined {
  if (taken) return new Error('body$ has, or had, its one subscriber already');
  if (!requestOver) return undefined;
  return new TransportError('network', `the request to ${place} was over before its body was subscribed`);
}
