import { canonical } from './canonical.js';
import type { Call, EventRecord, Finding, HeldObject } from './history.js';

/** How an installation got the objects of a former one: from a backup of it, or by a move of a workspace. */
export type Succession = 'restored' | 'moved';

const ERASED = 'waymark.object.erased.v1';
/** What a move does not keep of a change. */
const LOCAL = new Set(['partition', 'offset', 'operationId', 'index', 'subject', 'hold']);

export interface ContinuedLog {
  /** In log order, with new offsets. */
  events: EventRecord[];
  findings: Finding[];
  /** Erasures that a restore repeated: calls that explain their events. */
  repeated: Call[];
}

/**
 * The events of all objects of an installation that continues a former one: its own log begins with the restore or the move. Each object
 * has its former changes from the beginning, as far as its revision says, and then those of the own log. The own log may repeat former
 * changes in any order.
 * - After a restore, it may have another change in the place of a former one, which was lost. An object whose erasure was lost is erased,
 *   unless it is under a legal hold.
 * - After a move, it repeats the former changes with other operations; they must be the same otherwise. An erasure may have another time.
 * @param former the complete events of the former installation
 * @param own the events in the log of the installation
 * @param held the objects in the table of the object service
 * @param calls all calls; an erasure without one is not accepted as a repetition
 */
export function continuedLog(
  former: readonly EventRecord[],
  own: readonly EventRecord[],
  { held, calls, succession }: { held: ReadonlyMap<string, HeldObject>; calls: readonly Call[]; succession: Succession },
): ContinuedLog {
  const findings: Finding[] = [];
  const kept = new Map(
    former.filter(({ externalId, revision }) => revision <= (held.get(externalId)?.revision ?? 0)).map((event) => [nameOf(event), event]),
  );
  const news: EventRecord[] = [];
  const replaced: EventRecord[] = [];
  for (const event of own) {
    const name = nameOf(event);
    const known = kept.get(name);
    if (known === undefined) news.push(event);
    else if (changeOf(known) === changeOf(event)) continue;
    else if (succession === 'restored') {
      kept.set(name, event);
      replaced.push(event);
    } else if (known.type === ERASED && event.type === ERASED)
      kept.set(name, { ...known, observedAt: event.observedAt, receivedAt: event.receivedAt });
    else findings.push({ rule: 'moved-otherwise', detail: `${name}: was ${changeOf(known)}, is ${changeOf(event)}` });
  }
  const events = [...kept.values(), ...news].map((event, offset) => ({ ...event, offset }));
  if (succession === 'moved') return { events, findings, repeated: [] };
  return { events, findings: erasuresUndone(former, events, held), repeated: erasedAgain([...replaced, ...news], calls) };
}

const nameOf = ({ externalId, revision }: EventRecord): string => `${externalId}@${revision}`;

const changeOf = (event: EventRecord): string =>
  canonical(Object.fromEntries(Object.entries(event).filter(([member]) => !LOCAL.has(member))));

/** Erasures among these new events that no operation of a client explains, but an erasure that a client asked for. */
function erasedAgain(events: readonly EventRecord[], calls: readonly Call[]): Call[] {
  const operations = new Set(calls.flatMap(({ operationId }) => operationId ?? []));
  const asked = new Set(
    calls.flatMap(({ workspace, commands }) =>
      commands.filter(({ kind }) => kind === 'erase').map(({ externalId }) => `${workspace}/${externalId}`),
    ),
  );
  return events
    .filter(({ type, operationId }) => type === ERASED && !operations.has(operationId))
    .filter(({ workspace, externalId }) => asked.has(`${workspace}/${externalId}`))
    .map((event) => ({
      name: `repeated erasure of ${nameOf(event)}`,
      workspace: event.workspace,
      operationId: event.operationId,
      sentAt: Infinity,
      answeredAt: Infinity,
      status: 202,
      commands: [{ index: event.index, externalId: event.externalId, kind: 'erase' }],
      answers: [{ outcome: 'accepted' }],
    }));
}

function erasuresUndone(former: readonly EventRecord[], events: readonly EventRecord[], held: ReadonlyMap<string, HeldObject>): Finding[] {
  const there = new Set(events.map(({ operationId, index }) => `${operationId}#${index}`));
  return former
    .filter(({ type, idReleased, operationId, index }) => type === ERASED && !idReleased && !there.has(`${operationId}#${index}`))
    .filter(({ externalId }) => {
      const object = held.get(externalId);
      return object !== undefined && !object.erased && !object.hold;
    })
    .map((event) => ({ rule: 'erasure-undone', detail: `${nameOf(event)} was an erasure, and the restored object is there` }));
}
