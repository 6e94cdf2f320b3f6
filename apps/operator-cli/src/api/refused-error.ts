import { CliError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';

/** The members of a problem (RFC 9457) that are shown. */
export interface ProblemShown {
  title?: string;
  status?: number;
  detail?: string;
  requestId?: string;
  errors?: { pointer: string; detail: string }[];
  [member: string]: unknown;
}

/** The service answered with a problem. */
export class RefusedError extends CliError {
  override readonly name = 'RefusedError';

  constructor(
    readonly status: number,
    readonly problem: ProblemShown,
    /** Method and path. */
    readonly call: string,
  ) {
    super(describe(status, problem, call), EXIT.refused);
  }
}

function describe(status: number, { title, detail, requestId, errors = [] }: ProblemShown, call: string): string {
  const places = errors.map((error) => `  at ${error.pointer || 'the whole body'}${error.detail === detail ? '' : `: ${error.detail}`}`);
  const lines = [
    detail ?? title ?? 'The service gives no reason.',
    ...places,
    `  ${call} was answered with ${status}${title === undefined || detail === undefined ? '' : ` (${title})`}`,
  ];
  if (requestId !== undefined) lines.push(`  request ${requestId}`);
  return lines.join('\n');
}
