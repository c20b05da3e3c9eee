import type { DeleteOptions } from '../store/deletion.js';
import { isJsonObject, type JsonObject } from '../store/json.js';
import { badRequest, invalidOptions, unsupportedField } from '../store/refusals.js';
import type { DryRun } from '../store/writer.js';
import type { ApiRequest } from './exchange.js';
import { parsedJson } from './request-body.js';
import { integer, text } from './request-info.js';

/** @throws ApiError 422 for another value than `All` */
export function dryRunOf(query: URLSearchParams, kind: string): DryRun {
  const values = query.getAll('dryRun');
  if (values.every((value) => value === 'All')) return { dryRun: values.length > 0 };
  throw invalidOptions(kind, [unsupportedField('dryRun', values, ['All'])]);
}

/** The options of a deletion: from the body where there is one, else from the query. @throws ApiError 400, 415, 422 */
export function deleteOptionsOf(request: ApiRequest, query: URLSearchParams): DeleteOptions & DryRun {
  const dryRun = dryRunOf(query, 'DeleteOptions');
  if (request.body === '')
    return {
      ...dryRun,
      gracePeriodSeconds: integer(query, 'gracePeriodSeconds'),
      propagationPolicy: text(query, 'propagationPolicy'),
    };
  const options = parsedJson(request, badRequest);
  if (!isJsonObject(options) || (options.kind ?? 'DeleteOptions') !== 'DeleteOptions')
    throw badRequest('the body of a deletion is no DeleteOptions');
  const { dryRun: inBody } = options;
  return {
    dryRun: dryRun.dryRun === true || (Array.isArray(inBody) && inBody.includes('All')),
    gracePeriodSeconds: field(options, 'gracePeriodSeconds', isInteger, 'an integer'),
    propagationPolicy: field(options, 'propagationPolicy', isText, 'a string'),
    preconditions: preconditionsOf(options),
  };
}

function preconditionsOf(options: JsonObject): DeleteOptions['preconditions'] {
  const preconditions = field(options, 'preconditions', isJsonObject, 'an object');
  if (preconditions === undefined) return undefined;
  return {
    uid: field(preconditions, 'uid', isText, 'a string'),
    resourceVersion: field(preconditions, 'resourceVersion', isText, 'a string'),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function field<V>(
  options: JsonObject,
  name: string,
  fits: (value: unknown) => value is V,
  expected: string,
): V | undefined {
  const value = options[name] ?? undefined;
  if (value === undefined || fits(value)) return value;
  throw badRequest(`DeleteOptions.${name}: expected ${expected}`);
}
