import type { Role } from '#contracts/directory/roles.js';
import type { Schemas } from '../api/api.js';

/** A poll in the server's answers: its content and its state. */
export type Poll = Schemas['ShownPoll'];
/** The body that is sent for a poll. */
export type PollBody = Schemas['Poll'];
export type Results = Schemas['PollOutcome'];
export const MAX_OPTIONS = 20;
/** When results are shown. */
export const SHOWN = ['always', 'afterAnswer', 'afterClose'] as const;
/** The possible audiences. */
export const AUDIENCES = ['workspace', 'roles', 'people'] as const;

/** The inputs of a poll's form. */
export interface PollDraft {
  question: string;
  description: string;
  /** `key` identifies an option while it is moved. */
  options: { key: number; id?: string; text: string }[];
  multiple: number;
  audience: { kind: (typeof AUDIENCES)[number]; roles: Role[]; people: string[] };
  /** In the format of `datetime-local`; empty: never. */
  closesAt: string;
  results: (typeof SHOWN)[number];
  anonymous: boolean;
}

export type DraftFault = 'needQuestion' | 'needOptions' | 'needAudience' | 'needFuture';

/** Whether the counts can be read now, by the same rule as on the server (docs/boards.md), so that no request is refused. */
export function resultsShown({ results, status, mine }: Pick<Poll, 'results' | 'status' | 'mine'>): boolean {
  return results === 'always' || status === 'closed' || (results === 'afterAnswer' && mine.length > 0);
}

/** The choice after an option was pressed: with a single choice, it replaces the other; with several, none above the limit is added. */
export function chosenWith(chosen: readonly string[], option: string, max: number): string[] {
  if (max === 1) return [option];
  if (chosen.includes(option)) return chosen.filter((id) => id !== option);
  return chosen.length < max ? [...chosen, option] : [...chosen];
}

/** Share of the people who answered, 0 to 1. With several choices, the sum of the shares may exceed 1. */
export const shareOf = (count: number, total: number): number => (total === 0 ? 0 : count / total);

/** @param closes the time in the draft, milliseconds since the epoch; undefined: none */
export function faultsOf(draft: PollDraft, closes: number | undefined, now: number): DraftFault[] {
  const faults: DraftFault[] = [];
  const texts = draft.options.map(({ text }) => text.trim());
  if (draft.question.trim() === '') faults.push('needQuestion');
  if (texts.length < 2 || texts.includes('') || new Set(texts).size < texts.length) faults.push('needOptions');
  if (
    (draft.audience.kind === 'roles' && draft.audience.roles.length === 0) ||
    (draft.audience.kind === 'people' && draft.audience.people.length === 0)
  )
    faults.push('needAudience');
  if (draft.closesAt !== '' && (closes === undefined || closes <= now)) faults.push('needFuture');
  return faults;
}

/** The body of a request. */
export function bodyOf(draft: PollDraft, closes: number | undefined): PollBody {
  const { kind, roles, people } = draft.audience;
  return {
    question: draft.question.trim(),
    ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    options: draft.options.map(({ id, text }) => ({ ...(id !== undefined && { id }), text: text.trim() })),
    multiple: Math.min(draft.multiple, draft.options.length),
    audience: { kind, ...(kind === 'roles' && { roles }), ...(kind === 'people' && { people }) },
    ...(closes !== undefined && { closesAt: new Date(closes).toISOString() }),
    results: draft.results,
    anonymous: draft.anonymous,
  };
}

/** An unknown value is shown as the one that reveals least. @param closesAt the poll's closing time in the form's format */
export function draftOf(poll: Poll, closesAt: string): PollDraft {
  const { question, description, options, multiple, audience, anonymous } = poll;
  const kind = AUDIENCES.find((each) => each === audience.kind) ?? 'people';
  const results = SHOWN.find((each) => each === poll.results) ?? 'afterClose';
  return {
    question,
    description: description ?? '',
    options: options.map((option, key) => ({ key, ...option })),
    multiple,
    audience: { kind, roles: audience.roles ?? [], people: audience.people ?? [] },
    closesAt,
    results,
    anonymous,
  };
}

export const EMPTY_DRAFT: PollDraft = {
  question: '',
  description: '',
  options: [
    { key: 0, text: '' },
    { key: 1, text: '' },
  ],
  multiple: 1,
  audience: { kind: 'workspace', roles: [], people: [] },
  closesAt: '',
  results: 'afterAnswer',
  anonymous: false,
};
