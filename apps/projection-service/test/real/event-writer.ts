import type { AreaEvent, AreaEventKind } from '#contracts/areas/area-event.js';
import { areaEventHeaders } from '#contracts/areas/area-headers.js';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { EVENT_TYPES } from '#contracts/event-types.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import type { ChangeKind, ObjectChange } from '#object-rules/change.js';
import type { TestSpace } from '#testing/test-space.js';

export type Draft = Partial<ObjectChange> & { externalId: string; workspace: string; revision: number };

/** Writes object.events like the object service, and also records that it would never write. */
export class EventWriter {
  private readonly producer: CoalescingProducer;

  constructor(private readonly space: TestSpace) {
    this.producer = new CoalescingProducer({
      kafka: space.kafka,
      maxQueuedBytes: 512 * 1024 * 1024,
      sendTimeoutMs: 30_000,
      logger: space.logger,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async write(drafts: readonly (Draft & { kind?: ChangeKind })[]): Promise<void> {
    await this.producer.send(drafts.map((draft) => this.record(draft)));
  }

  /** Writes area.events like the area service. */
  async writeAreaEvents(
    ...events: (Pick<AreaEvent, 'eventId' | 'workspace' | 'externalId' | 'areaId' | 'objectRevision'> &
      Partial<AreaEvent> & { kind: AreaEventKind })[]
  ): Promise<void> {
    const now = new Date().toISOString();
    const records = events.map(({ kind, ...rest }) => {
      const event: AreaEvent = { areaRevision: 1, at: now, visitStartedAt: now, ...rest };
      return {
        partition: partitionOf(event.externalId, this.space.partitions),
        key: event.externalId,
        value: JSON.stringify(event),
        headers: { ...areaEventHeaders(kind, event) },
      };
    });
    await this.raw(records, 'area.events');
  }

  async raw(
    records: readonly Omit<OutgoingRecord, 'topic'>[],
    topic: 'object.events' | 'object.state' | 'area.events' = 'object.events',
  ): Promise<void> {
    await this.producer.send(records.map((record) => ({ ...record, topic: topicName(this.space.prefix, topic) })));
  }

  record({ kind, ...draft }: Draft & { kind?: ChangeKind }): OutgoingRecord {
    const now = new Date().toISOString();
    const change: ObjectChange = { operationId: '0199', index: 0, observedAt: now, receivedAt: now, subject: 'test', ...draft };
    const type = EVENT_TYPES[kind ?? (draft.revision === 1 ? 'created' : 'updated')];
    return {
      topic: topicName(this.space.prefix, 'object.events'),
      partition: partitionOf(change.externalId, this.space.partitions),
      key: change.externalId,
      value: JSON.stringify(change),
      headers: { ...cloudEventHeaders(type, change, change.receivedAt) },
    };
  }

  close(): Promise<void> {
    return this.producer.close();
  }
}
