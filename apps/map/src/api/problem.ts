/** The problem of a failed call (RFC 9457), or a missing answer. */
export class ApiProblem extends Error {
  constructor(
    /** 0: there was no answer. */
    readonly status: number,
    /** The last part of `type`, such as `not-found`; `offline` if there was no answer. */
    readonly kind: string,
    detail: string,
    readonly body: Readonly<Record<string, unknown>> = {},
    /** Seconds after which to try again; undefined: unknown. */
    readonly retryAfter?: number,
  ) {
    super(detail);
    this.name = 'ApiProblem';
  }
}

/** @param text body of an unsuccessful answer */
export function problemOf(response: Response, text: string): ApiProblem {
  const body = parsed(text);
  const type = typeof body.type === 'string' ? body.type : '';
  const detail =
    typeof body.detail === 'string'
      ? body.detail
      : typeof body.title === 'string'
        ? body.title
        : `${response.status} ${response.statusText}`.trim();
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiProblem(
    response.status,
    type.slice(type.lastIndexOf(':') + 1) || String(response.status),
    detail,
    body,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

export function noAnswer(cause: unknown): ApiProblem {
  return Object.assign(new ApiProblem(0, 'offline', 'No answer came.'), { cause });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
