import { ReplaySubject } from 'rxjs';
import { brokenPipes, ignoreBrokenPipes } from './broken-pipes.js';
import type { Command } from './command.js';
import { doctor } from './doctor/doctor.js';
import { readArguments } from './read-arguments.js';
import { Refusal } from './refusal.js';
import { serve } from './serve/serve.js';
import { complain, type Surroundings } from './surroundings.js';
import { watch } from './watch/watch.js';

/**
 * Runs the `rxinformer` command.
 *
 * @param argv the arguments behind the name of the command
 * @param version of the package
 * @returns the exit code: 0, stopped by the user or by whoever read its output; 1, it cannot do what it should; 2, the command line is wrong.
 *   It has then said why. Rejects only for a mistake of its own.
 */
export async function run(argv: readonly string[], version: string, around: Surroundings): Promise<number> {
  const reading = readArguments(argv, version, around.stdout.columns ?? 80);
  if ('answer' in reading) {
    around.stdout.write(reading.answer);
    return 0;
  }
  if ('complaint' in reading) {
    around.stderr.write(reading.complaint);
    return 2;
  }
  // From here on the end may come at any time, also while nobody asks for it.
  const stop$ = new ReplaySubject<unknown>(1);
  const listening = around.stop$.subscribe(stop$);
  const outputs = [around.stdout, around.stderr];
  listening.add(brokenPipes(outputs).subscribe(stop$));
  try {
    return await perform(reading.command, version, { ...around, stop$ });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    complain(around, error.message);
    return error.exitCode;
  } finally {
    listening.unsubscribe();
    ignoreBrokenPipes(outputs);
  }
}

/** The exit code. */
async function perform(command: Command, version: string, around: Surroundings): Promise<0 | 1> {
  switch (command.name) {
    case 'watch':
      await watch(command, around);
      return 0;
    case 'serve':
      await serve(command, around);
      return 0;
    case 'doctor':
      return doctor(command, version, around);
  }
}
