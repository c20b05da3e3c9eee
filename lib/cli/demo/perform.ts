import { apps, core } from '../../kubernetes/index.js';
import type { ApiStore } from '../../server/index.js';
import type { Action } from '../world/action.js';
import type { World } from '../world/world.js';
import { CROWD_LABEL } from './crowd.js';

/** What is in a store now. Objects that no API server with schemas would have let in are left alone. */
export function worldIn(store: ApiStore): World {
  return {
    nodes: store.list(core.nodes).items,
    deployments: store.list(apps.deployments).items.filter(({ spec }) => spec?.template !== undefined),
    replicaSets: store.list(apps.replicaSets).items.filter(({ spec }) => spec?.template !== undefined),
    pods: store
      .list(core.pods, { labelSelector: `!${CROWD_LABEL}` })
      .items.filter(({ spec }) => Array.isArray(spec?.containers)),
  };
}

/** Writes. @throws ApiError when the store refuses */
export function perform(store: ApiStore, action: Action): void {
  switch (action.verb) {
    case 'create':
      store.create(action.resource, action.object);
      break;
    case 'patch': {
      const { resource, patch, subresource } = action;
      store.patch(resource, nameOf(action), patch, {
        type: 'merge',
        ...(subresource !== undefined && { subresource }),
      });
      break;
    }
    case 'delete':
      store.delete(action.resource, nameOf(action), { gracePeriodSeconds: action.gracePeriodSeconds });
      break;
  }
}

function nameOf({ namespace, name }: { readonly namespace?: string; readonly name: string }) {
  return { name, ...(namespace !== undefined && { namespace }) };
}
