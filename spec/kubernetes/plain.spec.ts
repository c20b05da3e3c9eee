import { describe, expect, it } from '@jest/globals';
import * as clientNode from '@kubernetes/client-node';
import type { RenamedFields, RenamedSchemaFields } from '../../lib/kubernetes/plain.js';

/** The types, written out: the compiler refuses a name that is missing here, too many or different. */
const renamed: RenamedFields = {
  _continue: 'continue',
  _default: 'default',
  _enum: 'enum',
  _from: 'from',
  _int: 'int',
};
const renamedInSchemas: RenamedSchemaFields = {
  ref: '$ref',
  schema: '$schema',
  x_kubernetes_embedded_resource: 'x-kubernetes-embedded-resource',
  x_kubernetes_int_or_string: 'x-kubernetes-int-or-string',
  x_kubernetes_list_map_keys: 'x-kubernetes-list-map-keys',
  x_kubernetes_list_type: 'x-kubernetes-list-type',
  x_kubernetes_map_type: 'x-kubernetes-map-type',
  x_kubernetes_preserve_unknown_fields: 'x-kubernetes-preserve-unknown-fields',
  x_kubernetes_validations: 'x-kubernetes-validations',
};

interface Attribute {
  readonly name: string;
  readonly baseName: string;
}

function attributesOf(model: unknown): readonly Attribute[] {
  return typeof model === 'function' &&
    'getAttributeTypeMap' in model &&
    typeof model.getAttributeTypeMap === 'function'
    ? model.getAttributeTypeMap()
    : [];
}

describe('Plain', () => {
  const models = Object.entries(clientNode).filter(([, model]) => attributesOf(model).length > 0);

  it('knows every field that client-node names otherwise than the wire, and no other', () => {
    const inSchemas = new Map<string, string>();
    const elsewhere = new Map<string, string>();
    for (const [model, type] of models)
      for (const { name, baseName } of attributesOf(type))
        if (name !== baseName) (model === 'V1JSONSchemaProps' ? inSchemas : elsewhere).set(name, baseName);
    expect(models.length).toBeGreaterThan(600);
    expect({ ...Object.fromEntries(inSchemas), ...Object.fromEntries(elsewhere) }).toEqual({
      ...renamed,
      ...renamedInSchemas,
    });
    expect([...elsewhere.keys()].filter((name) => name in renamedInSchemas)).toEqual([]);
  });

  it('renames no field that some model has by that name on the wire', () => {
    const onTheWire = models.flatMap(([, type]) => attributesOf(type).map(({ baseName }) => baseName));
    expect(onTheWire.filter((name) => name in renamed)).toEqual([]);
  });

  it('knows schemas by a field that only they have', () => {
    const named = (field: string) =>
      models.filter(([, type]) => attributesOf(type).some(({ name }) => name === field)).map(([model]) => model);
    expect(named('x_kubernetes_validations')).toEqual(['V1JSONSchemaProps']);
  });
});
