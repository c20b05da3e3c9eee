import { labelValueProblem, qualifiedNameProblem } from '../../kubernetes/index.js';
import type { Collection } from './collection.js';
import { labelProblem, type Problem, pathSegmentProblem, subdomainProblem } from './name-rules.js';
import { type FieldProblem, forbiddenField, invalidField, requiredField } from './refusals.js';
import type { SentMetadata } from './stored-object.js';

/** Bytes of all keys and values. */
const ANNOTATIONS_LIMIT = 256 * 1024;

/** Finalizers that need no domain. */
const STANDARD_FINALIZERS: readonly string[] = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** What kube-apiserver would not accept in the metadata of any object, whatever its kind; none: it is well-formed. */
export function metadataProblems(collection: Collection, metadata: SentMetadata): readonly FieldProblem[] {
  return [
    ...nameProblems(collection, metadata),
    ...Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => [
      ...problem('metadata.labels', key, qualifiedNameProblem(key, 'a label key')),
      ...problem('metadata.labels', value, labelValueProblem(value)),
    ]),
    ...annotationProblems(metadata),
    ...(metadata.finalizers ?? []).flatMap((name, at) =>
      problem(`metadata.finalizers[${at}]`, name, finalizerProblem(name)),
    ),
    ...ownerProblems(metadata),
  ];
}

function problem(field: string, value: string, why: Problem): FieldProblem[] {
  return why === undefined ? [] : [invalidField(field, value, why)];
}

function nameProblems({ resource, kind }: Collection, { name, generateName }: SentMetadata): FieldProblem[] {
  const rule = kind.freeNames ? pathSegmentProblem : resource.plural === 'namespaces' ? labelProblem : subdomainProblem;
  if (name !== undefined) return problem('metadata.name', name, rule(name));
  if (generateName === undefined) return [requiredField('metadata.name', 'name or generateName is required')];
  // What follows the prefix begins with a letter or digit, so the prefix may end with a dash.
  return problem('metadata.generateName', generateName, rule(generateName.replace(/-$/, 'x')));
}

function annotationProblems({ annotations = {} }: SentMetadata): FieldProblem[] {
  const keys = Object.keys(annotations).flatMap((key) =>
    problem('metadata.annotations', key, qualifiedNameProblem(key.toLowerCase(), 'an annotation key')),
  );
  const bytes = Object.entries(annotations).reduce((sum, [key, text]) => sum + Buffer.byteLength(key + text), 0);
  if (bytes <= ANNOTATIONS_LIMIT) return keys;
  return [...keys, forbiddenField('metadata.annotations', `may not be more than ${ANNOTATIONS_LIMIT} bytes`)];
}

function finalizerProblem(name: string): Problem {
  if (name.includes('/')) return qualifiedNameProblem(name, 'a finalizer');
  return STANDARD_FINALIZERS.includes(name)
    ? undefined
    : 'name is neither a standard finalizer name nor is it fully qualified';
}

function ownerProblems({ ownerReferences = [] }: SentMetadata): FieldProblem[] {
  return ownerReferences.flatMap((owner, at) =>
    ['apiVersion', 'kind', 'name', 'uid']
      .filter((field) => typeof owner[field] !== 'string' || owner[field] === '')
      .map((field) => requiredField(`metadata.ownerReferences[${at}].${field}`, 'must not be empty')),
  );
}
