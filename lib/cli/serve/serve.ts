import { firstValueFrom, type Subscription } from 'rxjs';
import { createInformerFactory, type InformerFactory } from '../../informer/index.js';
import type { Resource } from '../../kubernetes/index.js';
import {
  clusterAuthorizer,
  createRelay,
  isLoopback,
  type Listening,
  type Relay,
  type ReviewFailure,
} from '../../server/index.js';
import type { ServeCommand } from '../command.js';
import { messageOf, Refusal } from '../refusal.js';
import { complain, type Surroundings } from '../surroundings.js';
import { announce, NOTHING_SAID, type Said } from '../watch/announce.js';
import { dashboardIn } from './dashboard.js';
import { kindsFor } from './kinds.js';
import { reviewTrouble } from './review-trouble.js';
import { openUpstream, type Upstream } from './upstream.js';

/** Serves a relay of a cluster, and the dashboard with it, until the user stops it. @throws Refusal when that cannot be */
export async function serve(command: ServeCommand, around: Surroundings): Promise<void> {
  const site = command.dashboard ? dashboardIn(around.dashboard) : undefined;
  const upstream = await openUpstream(command, around);
  try {
    const kinds = await kindsFor(command.kinds, upstream.transport, around);
    if (kinds === undefined) return;
    const { transport } = upstream;
    const factory = createInformerFactory({ transport, scheduler: around.scheduler });
    const troubles = told(factory, around);
    const relay = createRelay({
      informers: kinds.map((kind) => factory.informer(kind, placeOf(kind, command))),
      site,
      historyBytes: upstream.historyBytes,
      authorize: command.authorize === 'cluster' ? authorizer(upstream, around) : undefined,
      scheduler: around.scheduler,
    });
    try {
      const { url } = await listen(relay, command);
      around.stdout.write(welcome(url, command, upstream, kinds));
      await firstValueFrom(around.stop$, { defaultValue: undefined });
    } finally {
      troubles.unsubscribe();
      await relay.stop();
      factory.stop();
    }
  } finally {
    await upstream.close();
  }
}

function placeOf({ namespaced }: Resource, { namespace }: ServeCommand) {
  return namespaced && namespace !== undefined ? { namespace } : {};
}

function authorizer({ transport, account }: Upstream, around: Surroundings) {
  const onFailure = (failure: ReviewFailure) => complain(around, reviewTrouble(failure, account));
  return clusterAuthorizer({ transport, onFailure, scheduler: around.scheduler });
}

/** Whether nobody can reach it but this computer, or somebody decides who may. The relay would refuse it in words of its options. */
function isGuarded({ host, authorize }: ServeCommand): boolean {
  return authorize !== undefined || isLoopback(host);
}

function openToAll({ host, demo }: ServeCommand): Refusal {
  const what = `--host ${host} without --authorize: whoever reaches this computer could read everything. `;
  const way =
    demo === undefined
      ? 'Add --authorize cluster, which asks the cluster who may read what, or leave --host out, and this computer alone reaches it'
      : 'Leave --host out, and this computer alone reaches it: the demo knows no users';
  return new Refusal(what + way, 2);
}

async function listen(relay: Relay, command: ServeCommand): Promise<Listening> {
  const { port, host, allowedHosts } = command;
  if (!isGuarded(command)) throw openToAll(command);
  try {
    return await relay.listen({ port, host, ...(allowedHosts.length > 0 && { allowedHosts }) });
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal(messageOf(error), 2);
    throw new Refusal(`${messageOf(error)}. Choose another with --port and --host; --port 0 is any free one`, 1);
  }
}

/** What goes wrong between the cluster and here, and that it is mended, on stderr. */
function told(factory: InformerFactory, around: Surroundings): Subscription {
  const said = new Map<object, Said>();
  return factory.status$.subscribe((reports) => {
    for (const { informer, status } of reports) {
      const before = said.get(informer) ?? NOTHING_SAID;
      const news = announce(before, status, around.scheduler.now());
      said.set(informer, news.said);
      if (news.sentence !== undefined && news.sentence !== 'live') complain(around, news.sentence);
    }
  });
}

function welcome(url: string, command: ServeCommand, { place, notes }: Upstream, kinds: readonly Resource[]): string {
  // All that the dashboard asks for then is of that namespace: the relay has no other.
  const hash = command.dashboard && command.namespace !== undefined ? `#/pods?namespace=${command.namespace}` : '';
  const where = command.namespace === undefined ? '-A' : `-n ${command.namespace}`;
  const example = kinds.find(({ namespaced }) => namespaced) ?? kinds[0];
  const scope = example?.namespaced === true ? ` ${where}` : '';
  return [
    command.dashboard ? `Dashboard of ${place}:` : `Relay of ${place}:`,
    '',
    `  ${url}/${hash}`,
    '',
    `It speaks the API of Kubernetes, to read: kubectl --server ${url} get ${example?.plural}${scope} -w`,
    ...notes,
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}
