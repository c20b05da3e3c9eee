import type { RequestTrouble } from '../transport.js';

const AWAY =
  'See that the relay runs and can be reached from here, and that its URL begins with https:// where a proxy in front of it has TLS; the informer goes on trying.';

/** What a person can do about what went wrong between here and a relay: it is the relay that he looks at, and not the API server behind it. */
export function adviceAtRelay({ error, code = 0, message, verb, plural }: RequestTrouble): string | undefined {
  switch (error?.kind) {
    case 'credentials':
      return 'See why the headers option of relayTransport gives none.';
    case 'tls':
      return 'See that the certificate of the relay, or of the proxy in front of it, is trusted here, and that its URL begins with https://.';
    case 'timeout':
      return 'See that nothing on the way to the relay (firewall, VPN, proxy) swallows the connection; the informer goes on trying.';
    case 'network':
      return message.includes('redirect') ? undefined : AWAY;
    case undefined:
      return afterStatus(code, message, verb, plural);
  }
}

function afterStatus(code: number, message: string, verb: string, plural: string): string | undefined {
  switch (code) {
    case 401:
      return 'Send the relay a token that it knows: the headers option of relayTransport gives it with each request.';
    case 403:
      return /\bthis relay (holds|does not hold)\b/.test(message)
        ? 'Ask for what the relay holds, which it has just said, or give it an informer that holds more (createRelay({ informers })).'
        : `Ask whoever runs the relay for the right to ${verb} ${plural}: its authorize decides, which with clusterAuthorizer means the rights that you have in the cluster.`;
    case 404:
      return `Give the relay an informer of ${plural} (createRelay({ informers }), or --kinds of rxinformer serve), and see that the URL is that of the relay.`;
    case 429:
      return 'The relay asked for patience, and the informer waits. If it goes on, look at the limits of the relay, of which the message names one.';
    default:
      if (code >= 500)
        return 'Look at the log of the relay, and whether it reaches its cluster; the informer goes on trying.';
      return code === 400 || code === 406
        ? 'See that the selectors, fields and options of this informer are ones that the relay knows.'
        : undefined;
  }
}
