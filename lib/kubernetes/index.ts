export { allResources } from './builtin/all.js';
export * from './builtin/index.js';
export { type CustomResourceOptions, customResource } from './custom-resource.js';
export {
  type FieldRequirement,
  type FieldSelector,
  matchesFields,
  parseFieldSelector,
  printFieldSelector,
} from './field-selector.js';
export type { FieldPath, MetadataOnly, Only } from './fields.js';
export { KeyError, keyOf, splitKey } from './key.js';
export { type LabelRequirement, type LabelSelector, matchesLabels, printLabelSelector } from './label-selector.js';
export { parseLabelSelector } from './label-selector-parser.js';

export { metadataOf } from './metadata.js';

export { isDnsLabel, isDnsSubdomain, labelValueProblem, qualifiedNameProblem } from './names.js';

export type { KubernetesObject, ListMeta, ObjectMeta } from './object.js';
export type { Plain, PlainValue, StoredMetadata } from './plain.js';
export type { Resource } from './resource.js';
export { qualifiedNameOf, shortNames, shortNamesOf, singularNameOf } from './resource-names.js';
export { type ResourcePathOptions, resourcePath } from './resource-path.js';
export { compareResourceVersions, laterResourceVersion } from './resource-version.js';
export {
  isStatus,
  makeStatus,
  readStatus,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
} from './status.js';
export * from './status-kinds.js';
export { statusOf } from './status-of.js';
