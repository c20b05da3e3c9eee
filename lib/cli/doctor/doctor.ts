import { Chalk } from 'chalk';
import { lastValueFrom, map, type Observable, takeUntil, tap, toArray } from 'rxjs';
import type { DoctorCommand } from '../command.js';
import { Refusal } from '../refusal.js';
import type { Surroundings } from '../surroundings.js';
import { cleanJson } from '../text/clean.js';
import { examine } from './examination.js';
import { CHECK_NAMES, type Finding, skipped } from './finding.js';
import { type Admission, openPatient } from './open-patient.js';
import { findingLines, footLines, type Heading, headLines, jsonPage } from './page.js';
import type { Secrets } from './secrets.js';

/**
 * Tries all that an informer of a resource needs, and prints what it found: as text while it goes on, or as JSON at the end.
 *
 * @returns the exit code: 1 when something does not work
 * @throws Refusal when there is no kubeconfig, or the command line does not fit what the server serves
 */
export async function doctor(command: DoctorCommand, version: string, around: Surroundings): Promise<0 | 1> {
  const admission = await openPatient(command, around);
  const { patient, secrets } = admission;
  const heading = headingOf(command, version, admission, around);
  const write = (lines: readonly string[]) => around.stdout.write(`${lines.join('\n')}\n`);
  const paint = new Chalk({ level: around.stdout.isTTY === true && !around.env.NO_COLOR ? 1 : 0 });
  const asText = command.output === 'text';
  try {
    if (asText) write(headLines(heading));
    const tell = (finding: Finding) => asText && write(findingLines(finding, paint));
    const findings = await allOf(examine(patient).pipe(map((finding) => discreet(finding, secrets))), tell, around);
    if (asText) write(footLines(findings, paint));
    else write([cleanJson(jsonPage(heading, patient.transport.url, findings))]);
    return findings.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(secrets.redact(error.message), error.exitCode) : error;
  } finally {
    await admission.close();
  }
}

/** A server or a proxy may repeat what it was sent. */
function discreet(finding: Finding, secrets: Secrets): Finding {
  const { said, advice } = finding;
  return { ...finding, said: secrets.redact(said), ...(advice !== undefined && { advice: secrets.redact(advice) }) };
}

/** The findings, up to where the user stopped it; what is missing then was not tried. */
async function allOf(
  findings$: Observable<Finding>,
  tell: (finding: Finding) => unknown,
  { stop$ }: Surroundings,
): Promise<readonly Finding[]> {
  const made = await lastValueFrom(findings$.pipe(tap(tell), takeUntil(stop$), toArray()));
  const missing = CHECK_NAMES.slice(made.length).map((check) => skipped(check, 'it was stopped before'));
  for (const finding of missing) tell(finding);
  return [...made, ...missing];
}

function headingOf(command: DoctorCommand, version: string, admission: Admission, around: Surroundings): Heading {
  const { resource, labelSelector, fieldSelector, allNamespaces } = command;
  const namespace = allNamespaces ? undefined : (command.namespace ?? admission.namespace);
  const selectors = [labelSelector, fieldSelector].filter((selector) => selector !== undefined);
  const scope = [
    namespace === undefined ? 'in all namespaces' : `in namespace ${namespace}`,
    ...selectors.map((selector) => `with ${selector}`),
  ];
  return { version, runtime: around.runtime, resource, place: admission.place, scope };
}
