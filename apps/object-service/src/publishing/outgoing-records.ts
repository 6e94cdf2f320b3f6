import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES, STATE_TYPE } from '#contracts/event-types.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import { wholeText } from '../storage/stored-state.js';
import type { SerialisedChange } from './outbox-payload.js';

/** The outcome of one command record, for the waiting gateway. */
export interface Reply {
  operationId: string;
  partition: number;
  /** JSON of ElementOutcome[]. */
  results: string;
  /** Partition of `object.outcomes` on which the gateway listens. */
  reply: number;
}

/** The newest state of an object, as its row stores it. `stored` is null for an erased object, whose key gets a tombstone. */
export interface StateRecord {
  externalId: string;
  workspace: string;
  revision: number;
  updatedAt: string;
  stored: string | null;
}

/** Far below the topic's limit, and large enough that the overhead of a record does not matter. */
const MAX_OUTCOME_CHARACTERS = 512 * 1024;

/** Creates the records of this service's three outgoing topics. */
export class OutgoingRecords {
  private readonly events: string;
  private readonly outcomes: string;
  private readonly states: string;

  constructor(topicPrefix: string) {
    this.events = topicName(topicPrefix, 'object.events');
    this.outcomes = topicName(topicPrefix, 'object.outcomes');
    this.states = topicName(topicPrefix, 'object.state');
  }

  event(partition: number, { kind, change, json }: SerialisedChange): OutgoingRecord {
    const headers = { ...cloudEventHeaders(EVENT_TYPES[kind], change, change.receivedAt) };
    return { topic: this.events, partition, key: change.externalId, value: json, headers };
  }

  state(partition: number, state: StateRecord): OutgoingRecord {
    const headers = { ...cloudEventHeaders(STATE_TYPE, state, state.updatedAt) };
    const value = state.stored === null ? null : wholeText(state.stored);
    return { topic: this.states, partition, key: state.externalId, value, headers };
  }

  /** Records with outcomes, as few as possible: one per reply partition, unless it would become too large. Results stay unchanged. */
  replies(replies: readonly Reply[]): OutgoingRecord[] {
    const records: OutgoingRecord[] = [];
    const open = new Map<number, string>();
    const close = (partition: number, outcomes: string): void => {
      records.push({ topic: this.outcomes, partition, key: null, value: `{"v":1,"outcomes":[${outcomes}]}` });
    };
    for (const { operationId, partition, results, reply } of replies) {
      const outcome = `{"operationId":"${operationId}","partition":${partition},"results":${results}}`;
      const before = open.get(reply);
      if (before === undefined) open.set(reply, outcome);
      else if (before.length + outcome.length <= MAX_OUTCOME_CHARACTERS) open.set(reply, `${before},${outcome}`);
      else {
        close(reply, before);
        open.set(reply, outcome);
      }
    }
    for (const [partition, outcomes] of open) close(partition, outcomes);
    return records;
  }
}
