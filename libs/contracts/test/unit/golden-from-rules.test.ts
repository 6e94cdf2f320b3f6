import { describe, expect, it } from 'vitest';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import type { CommandRecord } from '#contracts/command.js';
import { EVENT_TYPES, STATE_TYPE } from '#contracts/event-types.js';
import { decide } from '#object-rules/decide.js';
import { isErased, type KeptObject, type ObjectState } from '#object-rules/object.js';
import { goldenRecords } from './golden-records.js';

const golden = goldenRecords();
const commands = golden.get('waymark.internal.command.v1')!.map(({ value }) => value as unknown as CommandRecord);

/** Decides the golden commands one after the other: the life of one object, and its last state before its erasure. */
function lived(): { events: [type: string, value: unknown][]; state: ObjectState | undefined } {
  let kept: KeptObject | undefined;
  let state: ObjectState | undefined;
  const events: [string, unknown][] = [];
  for (const { workspace, operationId, subject, receivedAt, objectTypes, elements } of commands) {
    for (const [index, command] of elements) {
      const decision = decide(kept, command, { workspace, operationId, index, subject, receivedAt, objectTypes });
      if (!decision.applied) throw new Error(`${operationId} was rejected: ${decision.code}`);
      events.push([EVENT_TYPES[decision.kind], decision.change]);
      kept = decision.next;
      if (!isErased(kept)) state = kept;
    }
  }
  return { events, state };
}

/** Converted to JSON and back. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the rules make the golden records', () => {
  const { events, state } = lived();

  it('of every type of event', () => {
    expect(events.map(([type]) => type)).toEqual(Object.values(EVENT_TYPES));
  });

  it.each(events)('%s', (type, value) => {
    expect(asJson(value)).toEqual(golden.get(type)![0]!.value);
  });

  it('and the state that follows from them', () => {
    const [record] = golden.get(STATE_TYPE)!;
    expect(asJson(state)).toEqual(record!.value);
    expect(cloudEventHeaders(STATE_TYPE, state!, state!.updatedAt)).toEqual(record!.headers);
  });
});
