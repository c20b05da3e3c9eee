/**
 * Why the API server refused, as one word for programs. Empty: it did not say, or said a word that is none of these.
 *
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/apis/meta/v1/types.go
 */
export type StatusReason = (typeof STATUS_REASONS)[number];

const STATUS_REASONS = [
  '',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StoreReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
] as const;

/** One of the causes of a failure, such as an invalid field. */
export interface StatusCause {
  /** One word for programs, such as `FieldValueInvalid`. */
  readonly reason?: string;
  readonly message?: string;
  /** The path of the field, such as `spec.containers[0].image`. */
  readonly field?: string;
}

/** What a `Status` is about. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** A kind, or a plural name. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** Do not ask again before that many seconds. */
  readonly retryAfterSeconds?: number;
}

/**
 * How the API server answers when it has no object to send: a failure, or a deletion that is done.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export interface Status {
  readonly apiVersion: 'v1';
  readonly kind: 'Status';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message: string;
  readonly reason: StatusReason;
  readonly details?: StatusDetails;
  /** The HTTP code. */
  readonly code: number;
}

/** A `Status` as the API server makes one: a success below code 400, a failure from there. */
export function makeStatus(code: number, reason: StatusReason, message: string, details?: StatusDetails): Status {
  const status = code < 400 ? 'Success' : 'Failure';
  const made = { apiVersion: 'v1', kind: 'Status', metadata: {}, status, message, reason, code } as const;
  return details === undefined ? made : { ...made, details };
}

/** Whether a value from the wire is a `Status`. `readStatus` reads it. */
export function isStatus(value: unknown): value is { readonly kind: 'Status' } {
  return isRecord(value) && value.kind === 'Status' && (value.apiVersion ?? 'v1') === 'v1';
}

/**
 * Reads a `Status` from the wire, where any field may be missing: without a code it has `code`, and a reason that is
 * not known is ''. Undefined when the value is no `Status`.
 */
export function readStatus(value: unknown, code = 0): Status | undefined {
  if (!isStatus(value)) return undefined;
  const { metadata, status, message, reason, details, code: own }: { readonly [field: string]: unknown } = value;
  const read = {
    ...makeStatus(typeof own === 'number' ? own : code, reasonOf(reason), textOf(message) ?? '', readDetails(details)),
    status: status === 'Success' ? 'Success' : 'Failure',
  } as const;
  const token = isRecord(metadata) ? textOf(metadata.continue) : undefined;
  return token === undefined ? read : { ...read, metadata: { continue: token } };
}

function readDetails(value: unknown): StatusDetails | undefined {
  if (!isRecord(value)) return undefined;
  const { causes, retryAfterSeconds } = value;
  return {
    ...texts(value, ['name', 'group', 'kind', 'uid']),
    ...(Array.isArray(causes) && {
      causes: causes.filter(isRecord).map((cause) => texts(cause, ['reason', 'message', 'field'])),
    }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  };
}

/** Those of the fields that are texts. */
function texts<K extends string>(
  value: Readonly<Record<string, unknown>>,
  fields: readonly K[],
): { [F in K]?: string } {
  const found: { [F in K]?: string } = {};
  for (const field of fields) {
    const text = textOf(value[field]);
    if (text !== undefined) found[field] = text;
  }
  return found;
}

function reasonOf(value: unknown): StatusReason {
  return STATUS_REASONS.find((reason) => reason === value) ?? '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
