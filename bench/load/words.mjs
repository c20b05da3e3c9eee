/** What the programs of the load are about. */
export const WORDS = (
  'auth billing cart catalog checkout email events fraud gateway geo identity image inventory invoice ledger loyalty media metrics ' +
  'notify order payment pricing profile promo quote rank recommend report review search session shipping stock stream tax ticket ' +
  'tracking user wallet warehouse'
).split(' ');

export const ROLES = 'api worker web cron sync proxy grpc consumer indexer cache'.split(' ');

/** What runs on every node. */
export const DAEMONS = [
  'kube-proxy',
  'cilium',
  'node-exporter',
  'fluent-bit',
  'ebs-csi-node',
  'node-local-dns',
  'datadog-agent',
  'node-problem-detector',
];
