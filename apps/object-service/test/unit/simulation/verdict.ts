import type { CommandRecord } from '#contracts/command.js';
import type { ElementOutcome, OutcomeBatch } from '#contracts/outcome.js';
import { DEAD_LETTER_HEADERS } from '#kafka/dead-letters/dead-letter.js';
import type { Call, ElementAnswer, EventRecord, Finding, HeldObject, History, SentCommand } from '#testing/oracle/history.js';
import { historyRow } from '#testing/oracle/judge-changes.js';
import { judge } from '#testing/oracle/judge.js';
import { expect as expected } from '#testing/oracle/model.js';
import { parseEvent, parseState, toKeptObject } from '#testing/oracle/parse-records.js';
import type { CommandSource } from './command-source.js';
import type { FakeBroker, StoredRecord } from './fake-broker.js';
import type { FakeDatabase } from './fake-database.js';
import type { Row } from './fake-statements.js';
import { COMMANDS, LIMITS, PARTITIONS } from './owner.js';

/** The most fields, and characters in fields, that an object may have. */
const BOUNDS = { maxFields: 512, maxFieldsCharacters: 262_144 };

export interface World {
  broker: FakeBroker;
  database: FakeDatabase;
  source: CommandSource;
}

/** Checks a world at rest with the oracle, and against the results that follow from the log of commands alone. */
export function judgeWorld(world: World): Finding[] {
  const { broker, database, source } = world;
  const settled = new Map([...database.committed('operation')].map(([key, row]) => [key, row['results'] as string]));
  const findings = [
    ...judgeStatements(database),
    ...judgeDecisions(world, settled),
    ...judgeReplies(broker, settled),
    ...judgeDeadLetters(world),
    ...judgeTables(database, broker),
    ...judgeObjectCounts(database, settled),
  ];
  answerCalls(source.calls, settled, broker);
  return [...findings, ...judge(history(world))];
}

/**
 * The log determines everything: each record of (operation, partition) is applied once, in order, as the oracle's implementation of the
 * specification decides. Exactly those outcomes must be stored.
 */
function judgeDecisions({ broker, source }: World, settled: ReadonlyMap<string, string>): Finding[] {
  const findings: Finding[] = [];
  const commands = new Map(source.calls.map((call) => [call.operationId!, call]));
  const objects = new Map<string, HeldObject>();
  const done = new Set<string>();
  for (let partition = 0; partition < PARTITIONS; partition++) {
    for (const { offset, value } of broker.log(COMMANDS, partition)) {
      if (source.poison.has(`${partition}:${offset}`)) continue;
      const record = JSON.parse(String(value)) as CommandRecord;
      const key = `${record.operationId}/${partition}`;
      if (done.has(key)) continue;
      done.add(key);
      const stored = new Map((JSON.parse(settled.get(key) ?? '[]') as ElementOutcome[]).map((outcome) => [outcome[0], outcome]));
      const want = record.elements.map(([index]) =>
        decideOne(objects, commands.get(record.operationId)!.commands[index]!, record, placeCode(stored.get(index))),
      );
      const got = (JSON.parse(settled.get(key) ?? '[]') as ElementOutcome[]).map((outcome) =>
        outcome.slice(0, outcome[2] === 'rejected' ? 4 : 5),
      );
      if (JSON.stringify(want) !== JSON.stringify(got))
        findings.push({
          rule: 'decided-otherwise',
          detail: `${partition}:${offset}, ${key}: wanted ${JSON.stringify(want)}, stored ${JSON.stringify(got)}`,
        });
    }
  }
  for (const key of settled.keys()) if (!done.has(key)) findings.push({ rule: 'settled-unfounded', detail: key });
  return findings;
}

const PLACE_CODES = ['too-many-objects', 'too-many-new-objects'];

/**
 * The log of one partition does not show whether the workspace was below its limits. This check accepts the outcome; `judgeObjectCounts`
 * counts.
 */
function placeCode(outcome: ElementOutcome | undefined): string | undefined {
  return outcome?.[2] === 'rejected' && PLACE_CODES.includes(outcome[3]) ? outcome[3] : undefined;
}

function decideOne(
  objects: Map<string, HeldObject>,
  command: SentCommand,
  { workspace, operationId, receivedAt }: CommandRecord,
  noPlace: string | undefined,
): unknown[] {
  const { index, externalId } = command;
  const decided = expected(objects.get(externalId), command, { workspace, operationId, index, receivedAt, ...BOUNDS, noPlace });
  if (!decided.applied) return [index, externalId, 'rejected', decided.code];
  objects.set(externalId, decided.held);
  return [index, externalId, decided.kind === 'created' ? 'created' : 'updated', decided.event.revision, decided.event.stale];
}

/** Every reported outcome must equal the stored one. */
function judgeReplies(broker: FakeBroker, settled: ReadonlyMap<string, string>): Finding[] {
  return outcomes(broker)
    .filter(({ operationId, partition, results }) => settled.get(`${operationId}/${partition}`) !== JSON.stringify(results))
    .map(({ operationId, partition, results }) => ({
      rule: 'answered-otherwise',
      detail: `${operationId}/${partition}: answered ${JSON.stringify(results)}`,
    }));
}

function outcomes(broker: FakeBroker): (OutcomeBatch['outcomes'][number] & { storedAt: number })[] {
  return broker
    .records('object.outcomes')
    .flatMap(({ value, storedAt }) => (JSON.parse(String(value)) as OutcomeBatch).outcomes.map((outcome) => ({ ...outcome, storedAt })));
}

/** Only records that cannot be processed may be set aside, and all of them must be. */
function judgeDeadLetters({ broker, source }: World): Finding[] {
  const name = ({ headers }: StoredRecord): string => `${headers[DEAD_LETTER_HEADERS.partition]}:${headers[DEAD_LETTER_HEADERS.offset]}`;
  const letters = new Map(
    broker.records(`${COMMANDS}.dead-letter`).map((record) => [name(record), record.headers[DEAD_LETTER_HEADERS.reason]]),
  );
  return [
    ...[...source.poison].filter((name) => !letters.has(name)).map((detail) => ({ rule: 'dead-letter-missing', detail })),
    ...[...letters]
      .filter(([name]) => !source.poison.has(name))
      .map(([name, reason]) => ({ rule: 'dead-letter-unfounded', detail: `${name}: ${reason}` })),
  ];
}

/** Statements that the fake database does not know (fake-statements.ts) failed without a fault of the product. */
function judgeStatements({ unknown }: FakeDatabase): Finding[] {
  return [...new Set(unknown)].map((detail) => ({ rule: 'unknown-statement', detail }));
}

/** Rows of the outbox that are not marked as published. */
export function unpublished(database: FakeDatabase): string[] {
  const offsets = database.committed('offset');
  const isPublished = (row: Row): boolean =>
    (row['upto'] as number) <= ((offsets.get(String(row['partition']))?.['events_upto'] as number) ?? 0);
  return [...database.committed('outbox')].filter(([, row]) => !isPublished(row)).map(([key]) => key);
}

function judgeTables(database: FakeDatabase, broker: FakeBroker): Finding[] {
  const findings: Finding[] = [];
  for (const key of unpublished(database)) findings.push({ rule: 'outbox-left', detail: key });
  for (let partition = 0; partition < PARTITIONS; partition++) {
    const row = database.committed('offset').get(String(partition));
    const end = broker.log(COMMANDS, partition).length;
    if (row?.['next_offset'] !== end)
      findings.push({ rule: 'offset', detail: `partition ${partition}: ${JSON.stringify(row)}, the log ends at ${end}` });
  }
  return findings;
}

/** Workspaces with more objects than allowed; checked after each step. */
export function tooManyObjects(database: FakeDatabase): Finding[] {
  return Object.entries(LIMITS).flatMap(([workspace, { objects }]) => {
    const present = presentIn(database, workspace);
    return present > (objects ?? Infinity) ? [{ rule: 'too-many-objects', detail: `${workspace} has ${present}` }] : [];
  });
}

function presentIn(database: FakeDatabase, workspace: string): number {
  return [...database.committed('object').values()].filter(
    (row) => row['workspace'] === workspace && !(row['state'] as string).includes('"erased":true'),
  ).length;
}

/** The counts must match the objects, no limit may be exceeded, and a refused workspace must have reached one. */
function judgeObjectCounts(database: FakeDatabase, settled: ReadonlyMap<string, string>): Finding[] {
  const outcomes = [...database.committed('operation').entries()].flatMap(([key, { workspace }]) =>
    (JSON.parse(settled.get(key)!) as ElementOutcome[]).map((outcome) => ({ workspace, outcome })),
  );
  return ['north', ...Object.keys(LIMITS)].flatMap((workspace) => {
    const rows = [...database.committed('count').values()].filter((row) => row['workspace'] === workspace);
    const counted = rows.reduce((sum, row) => sum + (row['objects'] as number), 0);
    const own = outcomes.filter((each) => each.workspace === workspace).map(({ outcome }) => outcome);
    const created = own.filter((outcome) => outcome[2] === 'created').length;
    const { objects, newObjectsPerDay } = LIMITS[workspace] ?? { objects: null, newObjectsPerDay: null };
    const refused = (code: string): boolean => own.some((outcome) => outcome[2] === 'rejected' && outcome[3] === code);
    const wrong = [
      counted !== presentIn(database, workspace) && `${counted} counted, ${presentIn(database, workspace)} there`,
      created > (newObjectsPerDay ?? Infinity) && `${created} created in a day`,
      refused('too-many-objects') && created < (objects ?? Infinity) && 'refused below the limit of objects',
      refused('too-many-new-objects') && created !== newObjectsPerDay && `refused after ${created} of the day`,
    ];
    return wrong.filter((detail) => detail !== false).map((detail) => ({ rule: 'object-count', detail: `${workspace}: ${detail}` }));
  });
}

/** Fills in what callers received: the stored outcomes, and when the last of their replies could be read. */
function answerCalls(calls: readonly Call[], settled: ReadonlyMap<string, string>, broker: FakeBroker): void {
  const firstStored = new Map<string, number>();
  for (const { operationId, partition, storedAt } of outcomes(broker)) {
    const key = `${operationId}/${partition}`;
    firstStored.set(key, Math.min(storedAt, firstStored.get(key) ?? Infinity));
  }
  for (const call of calls) {
    const answers = new Map<number, ElementAnswer>();
    call.answeredAt = call.sentAt;
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const key = `${call.operationId}/${partition}`;
      const results = settled.get(key);
      if (results === undefined) continue;
      call.answeredAt = Math.max(call.answeredAt, firstStored.get(key) ?? Infinity);
      for (const outcome of JSON.parse(results) as ElementOutcome[]) answers.set(outcome[0], answerOf(outcome));
    }
    // An outcome that is in no table belongs to a record that was set aside and never applied. The decisions show whether that was right.
    call.answers = call.commands.map(({ index }) => answers.get(index) ?? { outcome: 'refused' });
  }
}

function answerOf(outcome: ElementOutcome): ElementAnswer {
  if (outcome[2] === 'rejected') return { outcome: 'rejected', code: outcome[3] };
  return { outcome: 'applied', status: outcome[2], revision: outcome[3], stale: outcome[4] };
}

function history({ broker, database, source }: World): History {
  const events = broker.records('object.events').map(parseEvent);
  const stored = [...database.committed('object').values()].map((row) =>
    toKeptObject(JSON.parse(row['state'] as string) as Record<string, unknown>),
  );
  return {
    calls: source.calls,
    events,
    stateRecords: broker.records('object.state').map(parseState),
    readings: [
      {
        place: 'the table of objects',
        objects: new Map(stored.map((object) => [object.externalId, object])),
        tombstones: true,
        erasures: true,
        holds: true,
        releases: true,
      },
    ],
    historyRows: sinceErasures(firstOccurrences(events)).map(historyRow),
    feeds: new Map(),
  };
}

/** The events that a reader keeps if it drops an object with its history on erasure. */
function sinceErasures(events: readonly EventRecord[]): EventRecord[] {
  const erased = new Map(
    events.filter(({ type }) => type === 'waymark.object.erased.v1').map(({ externalId, revision }) => [externalId, revision]),
  );
  return events.filter(({ externalId, revision }) => revision > (erased.get(externalId) ?? 0));
}

/** The events that a reader keeps if it drops repeated ones, as the contract requires. */
function firstOccurrences(events: readonly EventRecord[]): EventRecord[] {
  const newest = new Map<string, number>();
  return events.filter(({ externalId, revision }) => {
    if (revision <= (newest.get(externalId) ?? 0)) return false;
    newest.set(externalId, revision);
    return true;
  });
}
