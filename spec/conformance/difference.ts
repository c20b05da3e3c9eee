/** Where we differ from client-go on purpose. */
export interface Difference {
  /** The law that makes us differ, such as `L13`, or the part of the contract: `api`. */
  readonly law: string;
  /** What was recorded. */
  readonly recorded: string;
  /** What we do instead. */
  readonly ours: string;
}
