import { describe, expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import { type ApiStore, createApiServer } from '../../../lib/server/index.js';

const CALLS = {
  get: [],
  patch: [{}, { type: 'merge' }],
  delete: [],
} as const satisfies Partial<Record<keyof ApiStore, readonly unknown[]>>;

describe('what names an object', () => {
  it.each(['get', 'patch', 'delete'] as const)(
    'is refused by %s when it does not, before anything is done',
    (method) => {
      const { store } = createApiServer();
      for (const none of ['shop/web-0', undefined, { namespace: 'shop' }, { namespace: 5, name: 'web-0' }]) {
        const call = () => Reflect.apply(store[method], store, [core.pods, none, ...CALLS[method]]);
        expect(call).toThrow(TypeError);
        expect(call).toThrow(/^at: .* does not name an object; give \{ namespace, name \}/);
      }
    },
  );
});
