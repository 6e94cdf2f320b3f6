import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { Outcome, Update } from './update.js';

/** A scan stored on the device that the server has not received yet, or has refused. */
export interface QueuedScan {
  /** Idempotency-Key: it is applied once, however often it is sent. */
  key: string;
  /** Id of the workspace. */
  workspace: string;
  /** Claim `sub` of the person who scanned, because a scan must never be sent in another person's name. */
  subject: string;
  update: Update;
  /** Milliseconds since the epoch. */
  at: number;
  rejected?: { code: string; detail: string };
}

/** Stored on the device with a number that determines the order. */
export type StoredScan = QueuedScan & { seq: number };

/** What an attempt to send means for the scan and for those after it. */
export type Verdict = { then: 'done'; outcome: Outcome } | { then: 'wait'; seconds: number | undefined; problem: ApiProblem | undefined };

const PENDING_S = 2;

/** Interprets the answer for one element. A pending one is sent again with its key until its outcome is known. */
export function verdictOfAnswer(body: unknown): Verdict {
  const [result] = (body as { results?: Schemas['ElementResult'][] }).results ?? [];
  if (result === undefined) return { then: 'wait', seconds: PENDING_S, problem: undefined };
  if (result.status !== 'rejected') return { then: 'done', outcome: { is: result.status } };
  return { then: 'done', outcome: { is: 'rejected', code: result.error?.code ?? 'invalid', detail: result.error?.detail ?? '' } };
}

/**
 * Interprets a failed call. Refused elements are in 403 and 422 answers with their results. After a temporary failure (no answer, too many
 * calls, an error of the server, an expired session), the call is repeated; everything else is a refusal, shown to the person who scanned.
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

/** The next scan to send: the oldest one by this person that was not refused, in a workspace that they may enter. */
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

/**
 * How long to wait before the next call. @param failures number of consecutive failures, from 1 @param retryAfterS seconds, from the
 * server's answer
 */
export const waitBeforeRetry = (failures: number, retryAfterS: number | undefined): number =>
  1000 * Math.max(retryAfterS ?? 0, RETRY_S[Math.min(failures, RETRY_S.length) - 1]!);
