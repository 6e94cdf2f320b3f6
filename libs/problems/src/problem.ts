import { PROBLEM_TYPES, type ProblemType } from './problem-types.js';

/** One fault in the request: `pointer` is a JSON pointer into the body (RFC 6901) or names a header or parameter. */
export interface ProblemDetail {
  pointer: string;
  detail: string;
  /** If the elements of a call are refused individually. */
  code?: string;
}

export interface ProblemExtras {
  errors?: readonly ProblemDetail[];
  /** Response headers, such as `Retry-After` (seconds) or `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** Further members of the body (RFC 9457, 3.2), such as `operationId`. */
  members?: Readonly<Record<string, unknown>>;
  /** For the log only. */
  cause?: unknown;
}

/** The body of every error answer, `application/problem+json`. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail?: string;
  requestId: string;
  errors?: readonly ProblemDetail[];
  [member: string]: unknown;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Throw it anywhere to answer with it. `detail` is for the caller: what is wrong, where, and what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly type: ProblemType,
    readonly detail?: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail ?? PROBLEM_TYPES[type].title, { cause: extras.cause });
  }

  get status(): number {
    return PROBLEM_TYPES[this.type].status;
  }

  body(requestId: string): ProblemBody {
    return {
      ...this.extras.members,
      type: `urn:waymark:problem:${this.type}`,
      title: PROBLEM_TYPES[this.type].title,
      status: this.status,
      detail: this.detail,
      requestId,
      errors: this.extras.errors,
    };
  }
}
