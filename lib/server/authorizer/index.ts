export { type ClusterAuthorizerOptions, clusterAuthorizer } from './cluster-authorizer.js';
export type { ReviewFailure } from './post-review.js';
