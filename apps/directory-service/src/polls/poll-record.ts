import type { Role } from '#identity/roles.js';

export interface PollOption {
  id: string;
  /** 1…120 characters. */
  text: string;
}

/** Who may answer. */
export type PollAudience = { kind: 'workspace' } | { kind: 'roles'; roles: Role[] } | { kind: 'people'; people: string[] };

export type ResultsShown = 'always' | 'afterAnswer' | 'afterClose';

/** What was chosen in a poll: how many answers there are, and how many of them chose each option, by its id. */
export interface Tally {
  total: number;
  counts: Record<string, number>;
}

/** A poll as one caller sees it; times RFC 3339. */
export interface PollView {
  id: string;
  workspace: string;
  question: string;
  description: string | null;
  options: PollOption[];
  /** How many may be chosen. */
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
  /** What the caller has chosen; none: nothing yet, or it is not known any more (an anonymous poll that is closed). */
  mine: string[];
}

export interface PollRow {
  id: string;
  workspace: string;
  question: string;
  description: string | null;
  options: PollOption[];
  multiple: number;
  audience: PollAudience;
  closes_at: Date | null;
  closed_at: Date | null;
  results: ResultsShown;
  anonymous: boolean;
  tally: Tally | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  revision: number;
  /** By hand, or because its time has come. */
  closed: boolean;
}

/** True of a row of `poll` that takes no answers any more; by the clock, also within a transaction that waited. */
export const IS_CLOSED = `(closed_at is not null or coalesce(closes_at <= clock_timestamp(), false))`;

/** Every column and whether it is closed. */
export const POLL_COLUMNS = `poll.*, ${IS_CLOSED} as closed`;

/** Goes on with `where`. */
export const SELECT_POLL = `select ${POLL_COLUMNS} from poll`;

export function viewOf(row: PollRow, { mayAnswer, mine }: Pick<PollView, 'mayAnswer' | 'mine'>): PollView {
  return {
    id: row.id,
    workspace: row.workspace,
    question: row.question,
    description: row.description,
    options: row.options,
    multiple: row.multiple,
    audience: row.audience,
    closesAt: row.closes_at?.toISOString() ?? null,
    results: row.results,
    anonymous: row.anonymous,
    status: row.closed ? 'closed' : 'open',
    closedAt: row.closed ? (row.closed_at ?? row.closes_at)!.toISOString() : null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision,
    mayAnswer,
    mine,
  };
}
