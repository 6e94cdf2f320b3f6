import type { Poll, PollAudience, PollOption, ResultsShown } from '../../entities/poll.entity.js';

/** A poll for one caller; times in RFC 3339. */
export interface PollView {
  id: string;
  workspace: string;
  question: string;
  description: string | null;
  options: PollOption[];
  /** Most options of one answer. */
  multiple: number;
  audience: PollAudience;
  closesAt: string | null;
  results: ResultsShown;
  anonymous: boolean;
  status: 'open' | 'closed';
  closedAt: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  revision: number;
  /** Whether the caller may answer now. */
  mayAnswer: boolean;
  /** The caller's options; empty without an answer, or if it is no longer known (in a closed anonymous poll). */
  mine: string[];
}

export function viewOf(row: Poll, { mayAnswer, mine }: Pick<PollView, 'mayAnswer' | 'mine'>): PollView {
  return {
    id: row.id,
    workspace: row.workspace,
    question: row.question,
    description: row.description,
    options: row.options,
    multiple: row.multiple,
    audience: row.audience,
    closesAt: row.closesAt?.toISOString() ?? null,
    results: row.results,
    anonymous: row.anonymous,
    status: row.closed ? 'closed' : 'open',
    closedAt: row.closed ? (row.closedAt ?? row.closesAt)!.toISOString() : null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
    mayAnswer,
    mine,
  };
}
