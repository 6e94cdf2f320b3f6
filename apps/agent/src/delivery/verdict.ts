import type { Rejection } from '../queue/queue.js';
import { retryAfterMs } from './back-off.js';
import type { GatewayAnswer } from './gateway-client.js';

/** The meaning of a gateway answer for a call. */
export type Verdict =
  /** The outcome of each element is known. */
  | { readonly kind: 'known'; readonly rejected: readonly Rejection[] }
  /** Accepted; the outcomes appear later at `location`. */
  | { readonly kind: 'taken'; readonly location: string }
  /** Too large as a whole. @param largest elements, if the gateway gave a limit */
  | { readonly kind: 'too-large'; readonly largest: number | undefined; readonly code: string; readonly detail: string }
  /** Refused as a whole because of some elements. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string; readonly pointer: string | undefined }
  /** The key belongs to another call. */
  | { readonly kind: 'key-taken'; readonly detail: string }
  /** No call is accepted until somebody fixes the cause. */
  | { readonly kind: 'no-entry'; readonly detail: string }
  /** @param afterMs requested by the gateway; undefined: not given */
  | { readonly kind: 'later'; readonly status: number; readonly afterMs: number | undefined; readonly detail: string };

interface ProblemDocument {
  readonly type?: unknown;
  readonly detail?: unknown;
  readonly title?: unknown;
  readonly largest?: unknown;
  readonly errors?: readonly { readonly pointer?: unknown; readonly detail?: unknown }[];
}

const PROBLEM = 'urn:waymark:problem:';
const NO_ENTRY = new Set([401, 403, 404]);
/** Problems caused by the body, so another call may well be accepted. */
const OF_THE_BODY = new Set(['malformed-json', 'invalid', 'not-an-array', 'invalid-encoding']);

/**
 * @param elements of the call
 * @param serverNow milliseconds since 1970, by the gateway's clock
 */
export function verdictOf(answer: GatewayAnswer, elements: number, serverNow: number): Verdict {
  const { status, body } = answer;
  const header = (name: string): string | undefined => [answer.headers[name]].flat()[0];
  const results = (body as { results?: unknown } | null | undefined)?.results;
  if (status === 202) {
    const location = header('location');
    return location === undefined || !location.startsWith('/')
      ? later(answer, undefined, '202 came without a usable Location')
      : { kind: 'taken', location };
  }
  if (Array.isArray(results) && [200, 207, 400, 403, 422].includes(status))
    return { kind: 'known', rejected: rejectionsOf(results, elements) };
  if (status === 200 || status === 207)
    return later(answer, undefined, 'The answer is not that of a gateway: something between may have answered instead');
  const problem = (typeof body === 'object' && body !== null ? body : {}) as ProblemDocument;
  const type = typeof problem.type === 'string' && problem.type.startsWith(PROBLEM) ? problem.type.slice(PROBLEM.length) : undefined;
  const detail = textOf(problem.detail) ?? textOf(problem.title) ?? 'without a reason that can be read';
  if (status === 413 || (status === 422 && typeof problem.largest === 'number'))
    return {
      kind: 'too-large',
      largest: typeof problem.largest === 'number' && status === 422 ? problem.largest : undefined,
      code: type ?? 'body-too-large',
      detail,
    };
  if (type === 'idempotency-key-reused') return { kind: 'key-taken', detail };
  if ((status === 400 || status === 422) && type !== undefined && OF_THE_BODY.has(type))
    return { kind: 'refused', code: type, detail, pointer: textOf(problem.errors?.[0]?.pointer) };
  if (NO_ENTRY.has(status)) return { kind: 'no-entry', detail: `The gateway answered ${status}: ${detail}` };
  return later(answer, retryAfterMs(header('retry-after'), serverNow), detail);
}

function later({ status }: GatewayAnswer, afterMs: number | undefined, detail: string): Verdict {
  return { kind: 'later', status, afterMs, detail: `The gateway answered ${status}: ${detail}` };
}

/** Reads `results`. An element without a result counts as refused, because sending it again might duplicate it. */
export function rejectionsOf(results: readonly unknown[], elements: number): Rejection[] {
  const rejected: Rejection[] = [];
  const answered = new Set<number>();
  for (const result of results) {
    const { index, status, error } = (result ?? {}) as { index?: unknown; status?: unknown; error?: unknown };
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= elements ||
      answered.has(index) ||
      typeof status !== 'string'
    )
      continue;
    answered.add(index);
    if (status !== 'rejected') continue;
    const { code, detail, pointer } = (error ?? {}) as { code?: unknown; detail?: unknown; pointer?: unknown };
    // Pointers start with the index in the call, which is meaningless later.
    const inside = textOf(pointer)?.replace(/^\/\d+/, '');
    rejected.push({
      index,
      code: textOf(code) ?? 'rejected',
      detail: textOf(detail) ?? '',
      ...(inside !== undefined && { pointer: inside }),
    });
  }
  for (let index = 0; answered.size < elements && index < elements; index++)
    if (!answered.has(index))
      rejected.push({ index, code: 'no-outcome', detail: 'The gateway answered without an outcome for this element.' });
  return rejected;
}

const MAX_TEXT = 500;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT).toWellFormed() : undefined;
}
