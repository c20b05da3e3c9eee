/** Why the command ends before it began, or gives up: a sentence for the user, and the exit code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    message: string,
    /** 1: something is not as it has to be. 2: the command line is wrong. */
    readonly exitCode: 1 | 2,
  ) {
    super(message);
  }
}

/** What an error says, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ');
}
