/** The numbers of all reported failures, in the order of `docs/reported-failures.md`. They have gaps. */
export const CASES = [
  ...['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7'],
  ...['B11', 'B12', 'B13', 'B14', 'B15', 'B16', 'B17', 'B18', 'B19', 'B21', 'B23', 'B24'],
  ...['B26', 'B28', 'B29', 'B30', 'B32', 'B33', 'B35', 'B36'],
  ...['B37', 'B38', 'B40', 'B41', 'B43', 'B45', 'B46', 'B47'],
  ...['B48', 'B50', 'B51', 'B52'],
  ...['B54', 'B56', 'B57', 'B58', 'B60', 'B61', 'B62'],
  ...['B66', 'B67', 'B68', 'B69', 'B70', 'B71', 'B72', 'B73'],
  ...['B74', 'B77', 'B78'],
  ...['B81', 'B82', 'B83'],
  ...['B85', 'B86', 'B87', 'B88', 'B89', 'B90', 'B91', 'B92'],
] as const;

export type CaseNumber = `B${number}`;

/** Cases that concern a room of the project which does not exist yet. */
export const PENDING: readonly { readonly number: CaseNumber; readonly title: string; readonly room: string }[] = [];

/** Cases whose test is written and still fails. */
export const AWAITING: readonly { readonly number: CaseNumber; readonly reason: string }[] = [];
