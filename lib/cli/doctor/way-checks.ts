import { catchError, map, type Observable, of, switchMap, throwError } from 'rxjs';
import type { CredentialKind, Handshake } from '../../transport/node/index.js';
import { AnswerError, getJson } from '../cluster/get-json.js';
import { textAt } from '../text/json.js';
import { type Check, fail, type Outcome, ok, skip, warn } from './check.js';
import { opinionOfError } from './errors.js';
import type { Patient } from './patient.js';

const DAY_MS = 24 * 3600 * 1000;
/** A certificate that is valid for less should be renewed now. */
const SOON_MS = 14 * DAY_MS;

const SWALLOWED = 'See that nothing on the way (firewall, VPN, proxy) swallows the connection';

export const nameResolution: Check = {
  name: 'name resolution',
  needs: [],
  whenSilent: 'See that the name server of this computer answers',
  run: ({ steps }) => {
    const { hostname } = steps;
    if (isAddress(hostname)) return of(ok(`${hostname} is an address`));
    return steps.lookUp().pipe(map((addresses) => ok(`${hostname} is ${addresses.join(', ')}`)));
  },
};

export const connection: Check = {
  name: 'connection',
  needs: ['name resolution'],
  whenSilent: SWALLOWED,
  run: ({ steps }) => {
    const { hostname, port, proxied } = steps;
    const place = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
    return steps.connect().pipe(map(() => ok(`${proxied ? 'the proxy ' : ''}${place} takes connections`)));
  },
};

export const tls: Check = {
  name: 'TLS',
  needs: ['connection'],
  whenSilent: 'See that what listens there speaks TLS, and that nothing on the way holds it up',
  run: ({ steps, scheduler }) => {
    if (!steps.secure) return skip('the URL begins with http://: nothing is encrypted');
    if (steps.proxied) return skip('it goes through the proxy, as do the requests that follow');
    return steps.handshake().pipe(map((handshake) => opinionOfTls(handshake, steps.verifies, scheduler.now())));
  },
};

function opinionOfTls({ protocol, validUntil }: Handshake, verifies: boolean, now: number): Outcome {
  if (!verifies)
    return warn(
      `${protocol}, but the certificate is not looked at: insecure-skip-tls-verify is set`,
      'Give the cluster in your kubeconfig its certificate-authority-data, and remove insecure-skip-tls-verify',
    );
  if (validUntil === undefined) return ok(protocol);
  const until = `${protocol}, the certificate is valid until ${new Date(validUntil).toISOString().slice(0, 10)}`;
  return validUntil - now < SOON_MS ? warn(until, 'Renew the certificate of the API server') : ok(until);
}

export const credentials: Check = {
  name: 'credentials',
  needs: ['connection', 'TLS'],
  whenSilent:
    'See that no exec plugin of your kubeconfig waits for input, and that the API server answers: kubectl version',
  run: (patient) => patient.credentialKinds().pipe(switchMap((kinds) => presented(patient, kinds))),
};

/** An API server refuses credentials that it does not know with 401 for whatever is asked. */
function presented({ transport, steps }: Patient, kinds: readonly CredentialKind[]): Observable<Outcome> {
  const sent =
    kinds.length > 0 ? kinds.join(' and ') : steps.secure ? 'none' : 'none, since the URL begins with http://';
  return getJson(transport, '/version').pipe(
    map((document): Outcome => {
      const serverVersion = textAt(document, 'gitVersion');
      if (serverVersion === '') return ok(`${sent}; the server answers`);
      const said = `${sent}; the server (Kubernetes ${serverVersion}) answers`;
      return { opinion: { verdict: 'ok', said, serverVersion } };
    }),
    catchError((error: unknown) => {
      if (!(error instanceof AnswerError)) return throwError(() => error);
      const { code } = error.status;
      // Who may not see the version, or a server that does not say it: the credentials were not what was refused.
      if (code === 403 || code === 404) return of(ok(`${sent}; the server answers, but does not tell its version`));
      const opinion = opinionOfError(error, '', 0);
      return of(fail(`${sent}: ${opinion?.said ?? error.message}`, opinion?.advice ?? ''));
    }),
  );
}

function isAddress(hostname: string): boolean {
  return /^[\d.]+$|:/.test(hostname);
}
