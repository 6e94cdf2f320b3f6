import { randomUUID } from 'node:crypto';
import type { PollAudienceDto, PollDto, PollOptionDto } from '#contracts/directory/dto/poll.dto.js';
import { parseTime } from '#contracts/dto/time-rule.js';
import { Problem } from '#problems/problem.js';
import type { ActingMember } from '../../access/people/acting-member.js';
import type { Poll, PollAudience, PollOption, ResultsShown, Tally } from '../../entities/poll.entity.js';

/** The checked content of a poll, with defaults. */
export type PollContent = Pick<
  Poll,
  'question' | 'description' | 'options' | 'multiple' | 'audience' | 'results' | 'anonymous' | 'closesAt'
>;

/**
 * Checks that the properties of a poll are consistent, and adds defaults.
 * @param before the existing options; empty for a new poll
 * @param now milliseconds since the epoch
 * @throws Problem 422 with a pointer to the property
 */
export function checkedPoll(given: PollDto, before: readonly PollOption[], now: number): PollContent {
  const { question, description = null, multiple = 1, results = 'afterAnswer', anonymous = false } = given;
  const options = identified(given.options, before);
  if (multiple > options.length) throw invalid('/multiple', `must be at most ${options.length}, the number of options`);
  const closesAt = given.closesAt === undefined ? null : new Date(parseTime(given.closesAt));
  if (closesAt !== null && closesAt.getTime() <= now) throw invalid('/closesAt', 'must be in the future');
  return { question, description, options, multiple, audience: audienceOf(given.audience), closesAt, results, anonymous };
}

/** Existing options keep their ids; new ones get one. */
function identified(given: readonly PollOptionDto[], before: readonly PollOption[]): PollOption[] {
  const known = new Set(before.map(({ id }) => id));
  const texts = new Set<string>();
  return given.map(({ id, text }, at) => {
    // An id can only be used once.
    if (id !== undefined && !known.delete(id))
      throw invalid(
        `/options/${at}/id`,
        before.length === 0
          ? 'is assigned by the server: omit it'
          : 'is not the id of an option of this poll, or appears twice; omit it for a new option',
      );
    const size = texts.size;
    if (texts.add(text.trim()).size === size) throw invalid(`/options/${at}/text`, 'is the same as that of an earlier option');
    return { id: id ?? randomUUID(), text };
  });
}

function audienceOf(given: PollAudienceDto | undefined): PollAudience {
  const { kind, roles, people } = given ?? { kind: 'workspace' as const };
  if (roles !== undefined && kind !== 'roles') throw invalid('/audience/roles', 'is allowed only with the kind roles');
  if (people !== undefined && kind !== 'people') throw invalid('/audience/people', 'is allowed only with the kind people');
  if (kind === 'roles') {
    if (roles === undefined) throw invalid('/audience/roles', 'is missing');
    return { kind, roles };
  }
  if (kind === 'people') {
    if (people === undefined) throw invalid('/audience/people', 'is missing');
    return { kind, people };
  }
  return { kind };
}

export function isInAudience(audience: PollAudience, { personId, role }: ActingMember): boolean {
  if (audience.kind === 'workspace') return true;
  return audience.kind === 'roles' ? audience.roles.includes(role) : audience.people.includes(personId);
}

/** The chosen options, in the order of the poll. @throws Problem 422 with a pointer to the option */
export function checkedChoice(chosen: readonly string[], { options, multiple }: Pick<Poll, 'options' | 'multiple'>): string[] {
  const unknown = chosen.findIndex((id) => !options.some((option) => option.id === id));
  if (unknown !== -1) throw invalid(`/options/${unknown}`, 'is not an option of this poll');
  if (chosen.length > multiple)
    throw invalid('/options', `must have at most ${multiple} ${multiple === 1 ? 'entry' : 'entries'}, as the poll allows`);
  return options.filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
}

/** The existing answers when a poll is changed. */
export interface Answered extends Tally {
  /** Largest number of options in one answer. */
  most: number;
}

const EARLIEST_FIRST: readonly ResultsShown[] = ['always', 'afterAnswer', 'afterClose'];

/** Refuses changes that would give existing answers another meaning or less privacy. @throws Problem 409 with the reason */
export function requireUnchanged(content: PollContent, before: Pick<Poll, 'options' | 'anonymous' | 'results'>, answered: Answered): void {
  if (answered.total === 0) return;
  const lost = before.options.find(({ id }) => (answered.counts[id] ?? 0) > 0 && !content.options.some((option) => option.id === id));
  if (lost !== undefined)
    throw conflict(
      '/options',
      `The option ${JSON.stringify(lost.text)} has answers and cannot be removed. Rename it, or close the poll and create a new one.`,
    );
  if (content.anonymous !== before.anonymous)
    throw conflict('/anonymous', 'Someone has already answered, so `anonymous` can no longer change. Create a new poll instead.');
  // With earlier results, somebody could watch the counts while others answer, who were promised that nobody can see their choice.
  if (before.anonymous && EARLIEST_FIRST.indexOf(content.results) < EARLIEST_FIRST.indexOf(before.results))
    throw conflict('/results', 'Someone has already answered anonymously, so the results cannot be shown earlier than announced.');
  if (answered.most > content.multiple)
    throw conflict('/multiple', `Someone has already chosen ${answered.most} options, so \`multiple\` must be at least ${answered.most}.`);
}

/** Why the results are hidden; undefined if they are visible. */
export function whyHidden(results: ResultsShown, closed: boolean, hasAnswered: boolean): string | undefined {
  if (closed || results === 'always' || (results === 'afterAnswer' && hasAnswered)) return undefined;
  return results === 'afterClose'
    ? 'The results of this poll are shown after it is closed.'
    : 'The results of this poll are shown to people who have answered, and to everyone after it is closed.';
}

export function invalid(pointer: string, detail: string): Problem {
  return new Problem('invalid', `${pointer} ${detail}.`, { errors: [{ pointer, detail }] });
}

function conflict(pointer: string, detail: string): Problem {
  return new Problem('conflict', detail, { errors: [{ pointer, detail }] });
}
