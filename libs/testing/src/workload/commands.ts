import { type NumberProperty, POSITION_DETAILS } from '#object-rules/position.js';
import type { SentCommand, SentField, SentPosition } from '../oracle/history.js';
import { MARK_FIELD } from '../oracle/judge-calls.js';
import type { Random } from './random.js';

/** Ids that clients compete for: plain ones, Unicode twins (NFC and NFD), one with a slash, and names of inherited properties. */
export function racedIds(count: number, space: string): string[] {
  const odd = [`${space}/slash`, `${space}-é`, `${space}-e\u0301`, `${space} with blank`, `${space}%2F`, '__proto__', 'constructor'];
  return [...odd, ...Array.from({ length: count }, (_, at) => `${space}-${at}`)].slice(0, Math.max(count, 1));
}

const FIELD_NAMES = ['battery', 'temperature', 'label', 'state', '__proto__', 'toString'];

/** One update: usually with a position, sometimes only fields, sometimes late or incomplete. */
export function randomUpdate(random: Random, index: number, ids: readonly string[], mark: string, nowMs: number): SentCommand {
  const located = random.chance(0.8);
  const command: SentCommand = {
    index,
    externalId: random.pick(ids),
    kind: 'update',
    fields: [{ type: 'String', field: MARK_FIELD, value: mark }, ...randomFields(random)],
  };
  if (located) command.position = randomPosition(random);
  if (random.chance(0.35)) command.observedAt = new Date(lateTime(random, nowMs)).toISOString();
  if (random.chance(0.3)) command.set = { title: `t-${mark}`, ...(random.chance(0.5) && { type: random.pick(['pallet', 'truck']) }) };
  return command;
}

/** A time up to two minutes ago; often a multiple of 10 s, so that equal times occur. */
function lateTime(random: Random, nowMs: number): number {
  const time = nowMs - random.integer(0, 120_000);
  return random.chance(0.5) ? time - (time % 10_000) : time;
}

/** An edit. It may clear the title and fields, and sometimes requires a revision, which may be wrong. */
export function randomEdit(random: Random, ids: readonly string[], mark: string): SentCommand {
  const command: SentCommand = {
    index: 0,
    externalId: random.pick(ids),
    kind: 'edit',
    set: random.chance(0.3) ? { title: null } : { title: `e-${mark}`, ...(random.chance(0.3) && { description: 'edited' }) },
    fields: [{ type: 'String', field: MARK_FIELD, value: mark }],
  };
  if (random.chance(0.3)) command.position = randomPosition(random);
  if (random.chance(0.15)) command.ifRevision = random.integer(1, 40);
  return command;
}

export function randomArchival(random: Random, ids: readonly string[]): SentCommand {
  return { index: 0, externalId: random.pick(ids), kind: random.chance(0.5) ? 'archive' : 'restore' };
}

export function randomHold(random: Random, ids: readonly string[]): SentCommand {
  const command = { index: 0, externalId: random.pick(ids), ...(random.chance(0.1) && { ifRevision: random.integer(1, 40) }) };
  return random.chance(0.5)
    ? { ...command, kind: 'hold', reason: random.pick(['case 1', 'case 2', '⚖']) }
    : { ...command, kind: 'release' };
}

export function randomErasure(random: Random, ids: readonly string[]): SentCommand {
  return { index: 0, externalId: random.pick(ids), kind: 'erase', ...(random.chance(0.1) && { ifRevision: random.integer(1, 40) }) };
}

export function randomIdRelease(random: Random, ids: readonly string[]): SentCommand {
  return { index: 0, externalId: random.pick(ids), kind: 'release-id' };
}

/** Details that are drawn in their own way: judges of visits depend on how large and how frequent these are. */
const DRAWN_HERE = new Set(['accuracy', 'floor']);
const OTHER_DETAILS = Object.entries<{ type: unknown }>(POSITION_DETAILS).filter(([name]) => !DRAWN_HERE.has(name)) as [
  string,
  NumberProperty,
][];

function randomPosition(random: Random): SentPosition {
  return {
    lat: random.integer(-9000, 9000) / 100,
    lon: random.integer(-18000, 18000) / 100,
    ...(random.chance(0.2) && { alt: random.integer(-100, 5000) }),
    ...(random.chance(0.2) && { accuracy: random.integer(0, 50) }),
    ...(random.chance(0.1) && { floor: random.chance(0.5) ? 'G' : 2 }),
    ...(random.chance(0.2) && randomDetails(random)),
  };
}

/** Every other detail of the table, so that a new one is covered as soon as it exists. */
function randomDetails(random: Random): Record<string, number> {
  return Object.fromEntries(
    OTHER_DETAILS.map(([name, { type, minimum, maximum = minimum + 400 }]) => {
      const whole = random.integer(minimum, maximum);
      return [name, type === 'integer' || whole === maximum ? whole : whole + random.integer(0, 9) / 10];
    }),
  );
}

function randomFields(random: Random): SentField[] {
  const fields: SentField[] = [];
  for (const field of FIELD_NAMES) {
    // The gateway refuses the name `__proto__`, but the rules behind it must be safe with it as well.
    if (!random.chance(field === '__proto__' ? 0.03 : 0.25)) continue;
    const type = random.pick(['String', 'Number', 'Category']);
    if (random.chance(0.2)) fields.push({ type, field, value: null });
    else if (type === 'String') fields.push({ type, field, value: random.pick(['', 'x', '<b>', '\u202e', '🚚']) });
    else if (type === 'Number') fields.push({ type, field, value: random.pick([0, 1.5, -3, 1e21, 0.1]) });
    else fields.push({ type, field, value: { namespace: 'n', categoryName: random.pick(['a', 'b']) } });
  }
  return fields;
}
