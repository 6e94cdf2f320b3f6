import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { Outcome, Update } from './update.js';

/** A scan that the server does not have yet, or has refused, as it is kept on the device. */
export interface QueuedScan {
  /** Idempotency-Key: however often it is sent, it counts once. */
  key: string;
  /** Id of the workspace. */
  workspace: string;
  /** Claim `sub` of the person who scanned: a scan is never sent in somebody else's name. */
  subject: string;
  update: Update;
  /** Milliseconds since 1970. */
  at: number;
  rejected?: { code: string; detail: string };
}

/** Stands in the device's store under a number that gives the order. */
export type StoredScan = QueuedScan & { seq: number };

/** The consequence of an attempt to send, for the scan and for those behind it. */
export type Verdict = { then: 'done'; outcome: Outcome } | { then: 'wait'; seconds: number | undefined; problem: ApiProblem | undefined };

const PENDING_S = 2;

/** Reads the answer to one element. A pending one is sent again under its key until its outcome is there. */
export function verdictOfAnswer(body: unknown): Verdict {
  const [result] = (body as { results?: Schemas['ElementResult'][] }).results ?? [];
  if (result === undefined) return { then: 'wait', seconds: PENDING_S, problem: undefined };
  if (result.status !== 'rejected') return { then: 'done', outcome: { is: result.status } };
  return { then: 'done', outcome: { is: 'rejected', code: result.error?.code ?? 'invalid', detail: result.error?.detail ?? '' } };
}

/**
 * Reads a failed call. Refused elements come as 403 and 422 with their results. A cause that may pass (no answer, too many calls, a server
 * in trouble, a session that ended) is tried again; everything else is a refusal, shown to the person who scanned.
 */
export function verdictOfProblem(problem: ApiProblem): Verdict {
  if (Array.isArray(problem.body.results)) return verdictOfAnswer(problem.body);
  const passes =
    problem.status === 0 ||
    problem.status === 401 ||
    problem.status === 408 ||
    problem.status === 409 ||
    problem.status === 429 ||
    problem.status >= 500;
  if (passes) return { then: 'wait', seconds: problem.retryAfter, problem };
  return { then: 'done', outcome: { is: 'rejected', code: problem.kind, detail: problem.message } };
}

/** The next scan to send: the oldest that is this person's, for a workspace that they may enter, and was not refused. */
export function nextToSend(scans: readonly StoredScan[], subject: string, workspaces: readonly string[]): StoredScan | undefined {
  let next: StoredScan | undefined;
  for (const scan of scans)
    if (
      scan.rejected === undefined &&
      scan.subject === subject &&
      workspaces.includes(scan.workspace) &&
      (next === undefined || scan.seq < next.seq)
    )
      next = scan;
  return next;
}

const RETRY_S = [2, 5, 15, 30, 60];

/** How long to leave the server alone. @param failures in a row so far, from 1 @param asked what the server said, in seconds */
export const waitBeforeRetry = (failures: number, asked: number | undefined): number =>
  1000 * Math.max(asked ?? 0, RETRY_S[Math.min(failures, RETRY_S.length) - 1]!);
