import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PollDto } from '#contracts/directory/dto/poll.dto.js';
import { Problem } from '#problems/problem.js';
import { checkedChoice, checkedPoll, isInAudience, requireUnchanged, whyHidden } from '../../src/boards/polls/poll-rules.js';
import { VoterMarks } from '../../src/boards/polls/voter-marks.js';
import type { PollOption } from '../../src/entities/poll.entity.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const poll = (more: Partial<PollDto> = {}): PollDto => ({ question: 'Which?', options: [{ text: 'this' }, { text: 'that' }], ...more });
const option = (text: string): PollOption => ({ id: randomUUID(), text });

function problemOf(work: () => unknown): [type: string, pointer: string | undefined] {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return [error.type, error.extras.errors?.[0]?.pointer];
    throw error;
  }
  return ['fine', undefined];
}

describe('a poll', () => {
  it('has its defaults', () => {
    expect(checkedPoll(poll(), [], NOW)).toMatchObject({
      description: null,
      multiple: 1,
      audience: { kind: 'workspace' },
      closesAt: null,
      results: 'afterAnswer',
      anonymous: false,
    });
  });

  it.each([
    ['more to choose than there is', { multiple: 3 }, '/multiple'],
    ['an end that is over', { closesAt: '2026-11-22T12:00:00Z' }, '/closesAt'],
    ['an option twice', { options: [{ text: 'a' }, { text: ' a ' }] }, '/options/1/text'],
    ['an id of the client', { options: [{ text: 'a' }, { id: randomUUID(), text: 'b' }] }, '/options/1/id'],
    ['roles for everybody', { audience: { kind: 'workspace', roles: ['viewer'] } }, '/audience/roles'],
    ['no roles', { audience: { kind: 'roles' } }, '/audience/roles'],
    ['people for roles', { audience: { kind: 'roles', roles: ['viewer'], people: [randomUUID()] } }, '/audience/people'],
    ['no people', { audience: { kind: 'people' } }, '/audience/people'],
  ] as [string, Partial<PollDto>, string][])('with %s is refused', (_what, more, pointer) => {
    expect(problemOf(() => checkedPoll(poll(more), [], NOW))).toEqual(['invalid', pointer]);
  });

  it('keeps the ids of the options that stay, whatever becomes of the others', () => {
    const texts = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== ''),
      { minLength: 2, maxLength: 12, selector: (text) => text.trim() },
    );
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.boolean()), fc.infiniteStream(fc.nat(100)), (all, stays, places) => {
        const before = all.map(option);
        const kept = before.filter(() => stays.next().value);
        const given = [...kept.map(({ id }, at) => ({ id, text: `renamed ${at}` })), { text: 'new one' }, { text: 'new two' }];
        const shuffled = given
          .map((each) => ({ each, place: places.next().value as number }))
          .sort((one, other) => one.place - other.place)
          .map(({ each }) => each);
        const { options } = checkedPoll(poll({ options: shuffled }), before, NOW);
        expect(options.map(({ text }) => text)).toEqual(shuffled.map(({ text }) => text));
        expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
        for (const [at, { id }] of shuffled.map((each) => ({ id: undefined, ...each })).entries()) {
          if (id === undefined) expect(before.map((each) => each.id)).not.toContain(options[at]!.id);
          else expect(options[at]!.id).toBe(id);
        }
      }),
    );
  });

  it('accepts no id twice', () => {
    const before = [option('a'), option('b')];
    const twice = [
      { id: before[0]!.id, text: 'x' },
      { id: before[0]!.id, text: 'y' },
    ];
    expect(problemOf(() => checkedPoll(poll({ options: twice }), before, NOW))).toEqual(['invalid', '/options/1/id']);
  });
});

describe('the audience', () => {
  const ada = { personId: randomUUID(), role: 'viewer' as const };
  it.each([
    [true, { kind: 'workspace' as const }],
    [true, { kind: 'roles' as const, roles: ['admin' as const, 'viewer' as const] }],
    [false, { kind: 'roles' as const, roles: ['admin' as const] }],
    [true, { kind: 'people' as const, people: [ada.personId] }],
    [false, { kind: 'people' as const, people: [randomUUID()] }],
  ])('%s: %j', (expected, audience) => expect(isInAudience(audience, ada)).toBe(expected));
});

describe('a choice', () => {
  const options = ['a', 'b', 'c', 'd'].map(option);
  const ids = options.map(({ id }) => id);

  it('is the chosen options, in the order of the poll, and not more than allowed', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ids, { minLength: 1 }), fc.integer({ min: 1, max: 4 }), (chosen, multiple) => {
        if (chosen.length > multiple)
          expect(problemOf(() => checkedChoice(chosen, { options, multiple }))).toEqual(['invalid', '/options']);
        else expect(checkedChoice(chosen, { options, multiple })).toEqual(ids.filter((id) => chosen.includes(id)));
      }),
    );
  });

  it('of an unknown option is refused at its place', () => {
    expect(problemOf(() => checkedChoice([ids[0]!, randomUUID()], { options, multiple: 4 }))).toEqual(['invalid', '/options/1']);
  });
});

describe('an existing answer', () => {
  it('stays an answer, or the change is refused', () => {
    const before = { options: ['a', 'b', 'c'].map(option), anonymous: false, results: 'afterClose' as const };
    fc.assert(
      fc.property(
        fc.subarray(before.options, { minLength: 0 }),
        fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (kept, counts, multiple, anonymous) => {
          const answered = {
            total: Math.max(...counts),
            counts: Object.fromEntries(before.options.map(({ id }, at) => [id, counts[at]!]).filter(([, count]) => count !== 0)) as Record<
              string,
              number
            >,
            most: counts.filter((count) => count > 0).length,
          };
          const content = { ...checkedPoll(poll({ anonymous }), [], NOW), options: kept, multiple };
          const lost = before.options.some(({ id }, at) => counts[at]! > 0 && !kept.some((each) => each.id === id));
          const refused = answered.total > 0 && (lost || anonymous || answered.most > multiple);
          expect(problemOf(() => requireUnchanged(content, before, answered))[0]).toBe(refused ? 'conflict' : 'fine');
        },
      ),
    );
  });
});

it.each([
  ['afterClose', 'always', 'conflict'],
  ['afterClose', 'afterAnswer', 'conflict'],
  ['afterAnswer', 'always', 'conflict'],
  ['afterAnswer', 'afterClose', 'fine'],
  ['always', 'always', 'fine'],
] as const)('of an anonymous poll that was answered, results %s cannot become %s unless that is later: %s', (was, becomes, expected) => {
  const before = { options: [], anonymous: true, results: was };
  const content = { ...checkedPoll(poll({ anonymous: true }), [], NOW), results: becomes };
  expect(problemOf(() => requireUnchanged(content, before, { total: 1, counts: {}, most: 1 }))[0]).toBe(expected);
  expect(problemOf(() => requireUnchanged(content, before, { total: 0, counts: {}, most: 0 }))[0]).toBe('fine');
  expect(
    problemOf(() =>
      requireUnchanged({ ...content, anonymous: false }, { ...before, anonymous: false }, { total: 1, counts: {}, most: 1 }),
    )[0],
  ).toBe('fine');
});

it.each([
  ['always', false, false, true],
  ['always', true, false, true],
  ['afterAnswer', false, false, false],
  ['afterAnswer', false, true, true],
  ['afterAnswer', true, false, true],
  ['afterClose', false, true, false],
  ['afterClose', true, false, true],
] as const)('results %s of a poll that is closed (%s), to who has answered (%s): %s', (results, closed, answered, shown) => {
  expect(whyHidden(results, closed, answered) === undefined).toBe(shown);
});

it('the mark of a person is always the same in one poll, and differs between polls, people and secrets', () => {
  const marks = new VoterMarks('a secret of thirty-two characters');
  const of = (poll: string, person: string, by = marks): string => by.of(poll, person).toString('hex');
  expect(of('p', 'a')).toBe(of('p', 'a'));
  expect(new Set([of('p', 'a'), of('q', 'a'), of('p', 'b'), of('p', 'a', new VoterMarks('another secret of thirty-two chars'))]).size).toBe(
    4,
  );
});
