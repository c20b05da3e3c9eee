import { TimeoutError } from 'rxjs';
import { DecodeError } from '../../codec/index.js';
import { TransportError } from '../../transport/index.js';
import { AnswerError } from '../cluster/get-json.js';
import type { Opinion } from './finding.js';

/** What an error of a check means, and what to do about it; undefined for one that is no fault of the server or of the way to it. */
export function opinionOfError(error: unknown, whenSilent: string, limitMs: number): Opinion | undefined {
  const verdict = 'fail';
  if (error instanceof TimeoutError)
    return { verdict, said: `nothing came within ${limitMs / 1000} s`, advice: whenSilent };
  if (error instanceof TransportError) return { verdict, said: error.message, advice: adviceForTransport(error) };
  if (error instanceof DecodeError) return { verdict, said: error.message, advice: NO_API_SERVER };
  if (error instanceof AnswerError) return { verdict, said: saidOf(error), advice: adviceForAnswer(error) };
  return undefined;
}

const NO_API_SERVER =
  'See what answers at that URL: a proxy, a login page, or a server that is no Kubernetes API server';

/** Code and words of a refusal. */
export function saidOf({ status, message }: AnswerError): string {
  return status.code === 200 ? message : `${status.code} ${message || status.reason}`.trim();
}

function adviceForTransport({ kind, code, message }: TransportError): string {
  switch (kind) {
    case 'network':
      return adviceForNetwork(code, message);
    case 'tls':
      return 'See that the cluster in your kubeconfig has the right certificate-authority-data, server and tls-server-name, and that the certificate of the server is in date';
    case 'timeout':
      return 'See that nothing on the way (firewall, VPN, proxy) swallows the connection';
    case 'credentials':
      return 'See that the credentials of your kubeconfig can be had: run its exec command, or open its files, by hand';
  }
}

function adviceForNetwork(code: string | undefined, message: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'See that the server in your kubeconfig is spelled right, and that your name server knows it: a VPN may be needed';
  if (code === 'ECONNREFUSED')
    return 'See that the API server runs, and that host and port of the server in your kubeconfig are right';
  if (/https:\/\//.test(message))
    return 'Write https:// in the server of your kubeconfig, and give it the certificate authority';
  return 'See that the API server runs and can be reached from here, and what proxies there are on the way';
}

/** Of an answer that is not about a list or a watch: those have better advice. */
function adviceForAnswer({ status: { code }, message }: AnswerError): string {
  if (code === 401)
    return 'Log in again, or renew the token or certificate of your kubeconfig: kubectl auth whoami says whether it is valid';
  if (code === 403) return 'Ask whoever runs the cluster for the right to do this';
  if (/HTTP request to an HTTPS server/i.test(message))
    return 'Write https:// in the server of your kubeconfig, and give it the certificate authority';
  if (code === 429) return 'The server is busy: try again later, and look at its priority and fairness settings';
  if (code >= 500) return 'Look at the log of the API server';
  return NO_API_SERVER;
}
