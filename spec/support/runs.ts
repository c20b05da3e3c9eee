/** How many cases each property is tried with: RXINFORMER_RUNS, or 200. */
export const runs = { numRuns: Number(process.env.RXINFORMER_RUNS ?? 200) };
