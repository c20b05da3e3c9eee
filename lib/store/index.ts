export { added, type Change, synced } from './change.js';
export type { Commit } from './commit.js';
export { IndexError } from './index-error.js';
export type { IndexFunction } from './index-writer.js';
export { Indexer, type IndexerOptions } from './indexer.js';
export type { Selection, Snapshot } from './snapshot.js';
export { emptyTree, type SortedTree } from './sorted-tree.js';
