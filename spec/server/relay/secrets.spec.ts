import { describe, expect, it } from '@jest/globals';
import { core } from '../../../lib/kubernetes/index.js';
import { representationOf } from '../../../lib/server/http/representation.js';
import { withheld, withoutSecretData } from '../../../lib/server/relay/secrets.js';
import { servedAs } from '../../../lib/server/store/served.js';

const METADATA = {
  name: 'db',
  namespace: 'shop',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
};
const SECRET = {
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  immutable: true,
  metadata: {
    ...METADATA,
    labels: { tier: 'data' },
    annotations: {
      note: 'kept',
      'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}',
    },
    managedFields: [{ fieldsV1: { 'f:data': { 'f:password': {} } } }],
  },
  data: { password: 'aHVudGVyMg==' },
  stringData: { password: 'hunter2' },
};
const TOLD = /aHVudGVyMg|hunter2|password/;

describe('a Secret that is relayed', () => {
  it('has no data, nor what repeats it or its keys, and says so', () => {
    expect(withoutSecretData(SECRET)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      immutable: true,
      metadata: {
        ...METADATA,
        labels: { tier: 'data' },
        annotations: { note: 'kept', 'rxinformer.dev/withheld': 'data,stringData' },
      },
    });
    expect(SECRET.data.password).toBe('aHVudGVyMg==');
  });

  it('says nothing where nothing was withheld', () => {
    const plain = { apiVersion: 'v1', kind: 'Secret', metadata: METADATA };
    expect(withoutSecretData(plain)).toEqual(plain);
  });

  const forms = [
    ['object', 'None'],
    ['metadata', 'None'],
    ['table', 'None'],
    ['table', 'Metadata'],
    ['table', 'Object'],
  ] as const;

  it.each(forms)('is told so in every form: %s %s', (form, include) => {
    const served = servedAs(core.secrets);
    const told = withheld(
      representationOf(served, form, include, () => 0),
      served,
    );
    expect(told.item(SECRET)).not.toMatch(TOLD);
    expect(told.whole(SECRET)).not.toMatch(TOLD);
    const open = representationOf(served, form, include, () => 0);
    if (include !== 'None' || form !== 'table') expect(open.item(SECRET)).toMatch(TOLD);
  });

  it('is no other resource', () => {
    const served = servedAs(core.configMaps);
    const form = representationOf(served, 'object', 'None', () => 0);
    expect(withheld(form, served)).toBe(form);
  });
});
