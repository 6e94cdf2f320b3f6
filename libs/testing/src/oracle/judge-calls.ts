import { canonical } from './canonical.js';
import type { ObjectEvents } from './event-log.js';
import type { Call, ElementAnswer, EventRecord, Finding, SentCommand } from './history.js';

/** Field with a unique value in each update and edit, so that an event can be traced to its element without an operationId. */
export const MARK_FIELD = 'mark';

/** Compares the clients' answers with the applied events: once any 2xx was sent, nothing is lost. */
export function judgeCalls(calls: readonly Call[], objects: ObjectEvents): Finding[] {
  const findings: Finding[] = [];
  const applied = new Map<string, EventRecord>();
  for (const list of objects.values()) for (const event of list) applied.set(`${event.operationId}#${event.index}`, event);
  const explained = new Set<EventRecord>();
  const appliedOperations = new Set([...applied.values()].map(({ operationId }) => operationId));
  const operations = operationsOf(calls, objects, findings);
  const keptBy = appliedByKey(calls, appliedOperations);
  const knownSince = acknowledgedSince(calls);
  const firstSent = firstSentByKey(calls);
  const publishedNothing = refusedBeforeKeyWasUsed(calls);

  for (const call of calls) {
    const named = call.operationId ?? operations.get(call);
    const kept = named !== undefined && appliedOperations.has(named) ? named : (keptBy.get(keyOf(call)) ?? named);
    const operation = publishedNothing.has(call) ? undefined : kept;
    call.commands.forEach((command, at) => {
      const answer = call.answers[at]!;
      const event = operation === undefined ? undefined : applied.get(`${operation}#${command.index}`);
      const where = `${call.name}[${command.index}] ${JSON.stringify(command.externalId)}`;
      if (event) {
        explained.add(event);
        for (const difference of differences(call, command, event))
          findings.push({ rule: 'applied-otherwise', detail: `${where}: ${difference}` });
      }
      if (answer.outcome === 'applied') {
        if (!event) findings.push({ rule: 'acknowledged-lost', detail: `${where}: answered revision ${answer.revision}, no event of it` });
        else if (event.revision !== answer.revision)
          findings.push({
            rule: 'answered-otherwise',
            detail: `${where}: answered revision ${answer.revision}, applied as ${event.revision}`,
          });
        else if (event.stale !== answer.stale)
          findings.push({ rule: 'answered-otherwise', detail: `${where}: answered stale ${answer.stale}, event says ${event.stale}` });
        else if ((answer.status === 'created') !== creates(event))
          findings.push({ rule: 'answered-otherwise', detail: `${where}: answered ${answer.status} at revision ${event.revision}` });
      }
      if ((answer.outcome === 'rejected' || answer.outcome === 'refused') && event) {
        findings.push({
          rule: 'rejected-applied',
          detail: `${where}: answered ${answer.outcome === 'rejected' ? answer.code : 'refused'}, applied as revision ${event.revision}`,
        });
      }
      if (answer.outcome === 'rejected')
        findings.push(
          ...judgeRejection(
            where,
            call,
            command,
            answer.code,
            objects,
            (knownSince.get(`${call.workspace}/${command.externalId}`) ?? Infinity) < (firstSent.get(keyOf(call)) ?? call.sentAt),
          ),
        );
      if (answer.outcome === 'accepted' && !event) findings.push({ rule: 'accepted-lost', detail: `${where}: 202 and never decided` });
    });
  }
  for (const list of objects.values()) {
    for (const event of list) {
      if (!explained.has(event))
        findings.push({
          rule: 'never-sent',
          detail:
            `${JSON.stringify(event.externalId)} revision ${event.revision}: no call explains operation ` +
            `${event.operationId}#${event.index}`,
        });
    }
  }
  return [...findings, ...judgeKeys(calls, appliedOperations), ...judgeRealTime(calls)];
}

/** The operation of each call. If the answer did not contain it, it is found by the mark, or for archivals by id and kind. */
function operationsOf(calls: readonly Call[], objects: ObjectEvents, findings: Finding[]): Map<Call, string> {
  const named = new Set(calls.flatMap((call) => call.operationId ?? []));
  const byMark = new Map<string, Call>();
  const archivals: { call: Call; key: string }[] = [];
  for (const call of calls) {
    if (call.operationId !== undefined) continue;
    for (const command of call.commands) {
      const mark = markOf(command);
      if (mark !== undefined) byMark.set(mark, call);
      else archivals.push({ call, key: `${call.workspace}/${command.kind}/${command.externalId}` });
    }
  }
  const found = new Map<Call, string>();
  for (const list of objects.values()) {
    for (const event of list) {
      if (named.has(event.operationId)) continue;
      const mark = event.fields && Object.hasOwn(event.fields, MARK_FIELD) ? String(event.fields[MARK_FIELD]!.value) : undefined;
      const key = `${event.workspace}/${kindOf(event)}/${event.externalId}`;
      const call = mark === undefined ? archivals.find((one) => one.key === key && !found.has(one.call))?.call : byMark.get(mark);
      if (!call) continue;
      const known = found.get(call);
      if (known !== undefined && known !== event.operationId) {
        findings.push({ rule: 'applied-twice', detail: `${call.name}: applied as operations ${known} and ${event.operationId}` });
      }
      found.set(call, known ?? event.operationId);
    }
  }
  const byKey = new Map<string, string>();
  for (const call of calls)
    if (call.idempotencyKey !== undefined && call.operationId !== undefined) byKey.set(keyOf(call), call.operationId);
  for (const call of calls) {
    const twin = call.idempotencyKey === undefined ? undefined : byKey.get(keyOf(call));
    if (call.operationId === undefined && twin !== undefined && call.answers.some((answer) => answer.outcome !== 'refused'))
      found.set(call, twin);
  }
  return found;
}

function markOf(command: SentCommand): string | undefined {
  const value = command.fields?.find((field) => field.field === MARK_FIELD)?.value;
  return value === undefined ? undefined : String(value);
}

/** Whether this is the first event of an object, or the first one after an erasure. */
function creates(event: EventRecord): boolean {
  return event.type === 'waymark.object.created.v1';
}

function kindOf(event: EventRecord): string {
  if (event.type.includes('.erased.')) return event.idReleased ? 'release-id' : 'erase';
  if (event.type.includes('.held.')) return 'hold';
  if (event.type.includes('.released.')) return 'release';
  if (event.type.includes('.archived.')) return 'archive';
  if (event.type.includes('.restored.')) return 'restore';
  return event.type.includes('.edited.') ? 'edit' : 'update';
}

/** The differences between an event and the element it came from. */
function differences(call: Call, command: SentCommand, event: EventRecord): string[] {
  const out: string[] = [];
  const compare = (what: string, sent: unknown, got: unknown) => {
    if (canonical(sent ?? null) !== canonical(got ?? null))
      out.push(`${what} was ${canonical(sent ?? null)}, the event has ${canonical(got ?? null)}`);
  };
  compare('the id', command.externalId, event.externalId);
  compare('the workspace', call.workspace, event.workspace);
  compare('the kind', command.kind, kindOf(event));
  compare('the position', command.position, event.position);
  const fields = command.fields?.length
    ? Object.fromEntries(command.fields.map(({ field, type, value }) => [field, { type, value }]))
    : undefined;
  compare('fieldValues', fields, event.fields && Object.keys(event.fields).length > 0 ? event.fields : undefined);
  if (command.observedAt !== undefined) compare('observedAt', new Date(command.observedAt).toISOString(), event.observedAt);
  else if (event.observedAt < event.receivedAt)
    out.push(`no observedAt was sent, the event has ${event.observedAt}, before its receipt at ${event.receivedAt}`);
  else if (event.stale) out.push('no observedAt was sent, and the event is stale');
  const set = command.kind === 'edit' || creates(event) ? command.set : undefined;
  compare(
    'descriptive values',
    set && Object.keys(set).length > 0 ? set : undefined,
    event.set && Object.keys(event.set).length > 0 ? event.set : undefined,
  );
  return out;
}

/** The time when a workspace first got an answer that an object exists in it. */
function acknowledgedSince(calls: readonly Call[]): Map<string, number> {
  const since = new Map<string, number>();
  for (const call of calls) {
    call.answers.forEach((answer, at) => {
      const key = `${call.workspace}/${call.commands[at]!.externalId}`;
      if (answer.outcome === 'applied') since.set(key, Math.min(call.answeredAt, since.get(key) ?? Infinity));
    });
  }
  return since;
}

function keyOf(call: Call): string {
  return `${call.workspace}/${call.idempotencyKey ?? call.name}`;
}

/** The time of the first call with each key: repeated calls get its outcomes, regardless of what happened in between. */
function firstSentByKey(calls: readonly Call[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const call of calls) first.set(keyOf(call), Math.min(call.sentAt, first.get(keyOf(call)) ?? Infinity));
  return first;
}

/** Checks that a rejection was correct, for codes that the history can disprove. */
function judgeRejection(
  where: string,
  call: Call,
  command: SentCommand,
  code: string,
  objects: ObjectEvents,
  acknowledged: boolean,
): Finding[] {
  // After an erasure the history does not show when the object existed.
  const existed = acknowledged && !objects.get(command.externalId)?.some((event) => kindOf(event) === 'erase');
  const owner = objects.get(command.externalId)?.find(({ workspace }) => workspace !== call.workspace)?.workspace;
  const wrong =
    (code === 'belongs-to-another-workspace' && owner === undefined) ||
    (code === 'first-update-needs-location' && (command.position !== undefined || existed)) ||
    (code === 'unknown-object' && existed) ||
    (code === 'empty-update' && (command.position !== undefined || (command.fields?.length ?? 0) > 0)) ||
    (code === 'revision-conflict' && command.ifRevision === undefined);
  return wrong ? [{ rule: 'rejected-wrongly', detail: `${where}: ${code}, but another owner is ${owner ?? 'nobody'}` }] : [];
}

/** The applied operation of each key. */
function appliedByKey(calls: readonly Call[], applied: ReadonlySet<string>): Map<string, string> {
  const kept = new Map<string, string>();
  for (const call of calls)
    if (call.idempotencyKey !== undefined && call.operationId !== undefined && applied.has(call.operationId))
      kept.set(keyOf(call), call.operationId);
  return kept;
}

/**
 * The calls that were refused as a whole before any other call with their key was sent. Such a call leaves its key free, and a repetition
 * may be accepted: an element that is too far in the future by the clock of one gateway is not by the clock of another one, or later.
 */
function refusedBeforeKeyWasUsed(calls: readonly Call[]): Set<Call> {
  const isRefused = (call: Call): boolean =>
    call.idempotencyKey !== undefined && call.operationId === undefined && call.answers.every(isRefusal);
  const used = firstSentByKey(calls.filter((call) => !isRefused(call)));
  return new Set(calls.filter((call) => isRefused(call) && call.answeredAt <= (used.get(keyOf(call)) ?? Infinity)));
}

/** Whether a gateway refused the element without publishing it. */
function isRefusal(answer: ElementAnswer): boolean {
  return answer.outcome === 'refused' || (answer.outcome === 'rejected' && answer.code === 'observed-in-future');
}

/**
 * The same Idempotency-Key in a workspace must be one operation, with one set of outcomes. After a database was restored from a backup,
 * a repetition may be another operation (`key-other-operation`), which must not be applied.
 */
function judgeKeys(calls: readonly Call[], applied: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  const first = new Map<string, Call>();
  for (const call of calls) {
    if (call.idempotencyKey === undefined || call.operationId === undefined) continue;
    const key = `${call.workspace}/${call.idempotencyKey}`;
    const known = first.get(key);
    if (!known) first.set(key, call);
    else if (known.operationId !== call.operationId) {
      const isTwice = applied.has(known.operationId!) && applied.has(call.operationId);
      findings.push({
        rule: isTwice ? 'key-applied-twice' : 'key-other-operation',
        detail: `${call.name} and ${known.name}: one Idempotency-Key, operations ${known.operationId} and ${call.operationId}`,
      });
    } else {
      call.answers.forEach((answer, at) => {
        const other = known.answers[at];
        const decided = (outcome: string | undefined) => outcome === 'applied' || outcome === 'rejected';
        if (decided(answer.outcome) && decided(other?.outcome) && canonical(answer) !== canonical(other)) {
          findings.push({
            rule: 'key-answered-otherwise',
            detail: `${call.name} and ${known.name}: element ${at} was answered ${canonical(other)} and ${canonical(answer)}`,
          });
        }
      });
    }
  }
  return findings;
}

/** A call that was sent after another one was answered must have a higher revision of the same object. */
function judgeRealTime(calls: readonly Call[]): Finding[] {
  const findings: Finding[] = [];
  const perObject = new Map<string, { call: Call; revision: number }[]>();
  const operations = new Set<string>();
  for (const call of [...calls].sort((a, b) => a.answeredAt - b.answeredAt)) {
    if (call.operationId !== undefined && operations.has(call.operationId)) continue;
    if (call.idempotencyKey !== undefined) continue;
    if (call.operationId !== undefined) operations.add(call.operationId);
    call.answers.forEach((answer, at) => {
      if (answer.outcome !== 'applied') return;
      const id = call.commands[at]!.externalId;
      const list = perObject.get(id) ?? [];
      perObject.set(id, list);
      list.push({ call, revision: answer.revision });
    });
  }
  for (const [id, list] of perObject) {
    // The highest revision that was answered before a call was sent must be lower than the call's own.
    const sent = [...list].sort((a, b) => a.call.sentAt - b.call.sentAt);
    let at = 0;
    let highest: (typeof list)[number] | undefined;
    for (const one of sent) {
      while (at < list.length && list[at]!.call.answeredAt < one.call.sentAt) {
        if (!highest || list[at]!.revision > highest.revision) highest = list[at];
        at++;
      }
      if (highest && highest.call !== one.call && one.revision < highest.revision) {
        findings.push({
          rule: 'order-reversed',
          detail:
            `${JSON.stringify(id)}: ${one.call.name} got revision ${one.revision} though ${highest.call.name} had ` +
            `been answered ${highest.revision} before`,
        });
      }
    }
  }
  return findings;
}
