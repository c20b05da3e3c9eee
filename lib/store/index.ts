export { added, type Change, synced } from './change.js';
export type { Commit } from './commit.js';
export { fold, type Untold } from './fold.js';
export { IndexError } from './index-error.js';
export type { IndexFunction } from './index-writer.js';
export { Indexer, type IndexerOptions } from './indexer.js';
export { CommitMerge, mergeCommits } from './merge-commits.js';
export type { Selection, Snapshot } from './snapshot.js';
export { emptyTree, type SortedTree } from './sorted-tree.js';
