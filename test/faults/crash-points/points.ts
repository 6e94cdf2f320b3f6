import type { TopicName } from '#contracts/topics.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { answered, committed, committing, fetched, following, type LookOut, posting, produced, producing, running } from './look-outs.js';

/** A moment between two messages at which a process is killed: the message that is looked for no longer passes. */
export interface CrashPoint {
  service: Exclude<ServiceName, 'directory-service'>;
  name: string;
  lookOut(topic: (name: TopicName) => string): LookOut;
}

const point = (service: CrashPoint['service'], name: string, lookOut: CrashPoint['lookOut']): CrashPoint => ({ service, name, lookOut });

/** Every point at which a crash has consequences of its own. They are seen on the wire: the services have no hooks for them. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  // Only a call that does not wait for its outcome could be answered too early here.
  point('gateway', 'command of an asynchronous call sent, not forwarded', (topic) => producing(topic('object.commands'), '"reply":null')),
  point('gateway', 'command produced, acknowledgement not delivered', (topic) => produced(topic('object.commands'))),
  point('gateway', 'outcome produced, not delivered', (topic) => fetched(topic('object.outcomes'), '"outcomes":[')),

  point('object-service', 'unit read, nothing written', () => running('advance-offsets')),
  point('object-service', 'in the transaction: objects written, outbox not', () => running('insert-outbox')),
  point('object-service', 'COMMIT sent, not forwarded', () => committing('insert-outbox')),
  point('object-service', 'COMMIT done, answer not delivered', () => committed('insert-outbox')),
  point('object-service', 'committed, events not sent', (topic) => producing(topic('object.events'))),
  point('object-service', 'events appended, acknowledgement not delivered', (topic) => produced(topic('object.events'))),
  point('object-service', 'events acknowledged, not noted', (topic) =>
    following(produced(topic('object.events')), running('note-published-events')),
  ),
  point('object-service', 'states appended, watermark not raised', (topic) =>
    following(produced(topic('object.state')), running('raise-watermarks')),
  ),

  point('projection-service', 'events read, nothing written', () => running('advance-offsets')),
  point('projection-service', 'in the transaction: states and history written, feed not', () => running('insert-chunks')),
  point('projection-service', 'COMMIT sent, not forwarded', () => committing('insert-chunks')),
  point('projection-service', 'COMMIT done, answer not delivered', () => committed('insert-chunks')),

  point('area-service', 'in the transaction: offsets moved, tracks not written', () => running('update-tracks')),
  point('area-service', 'COMMIT done, answer not delivered', () => committed('update-tracks')),
  point('area-service', 'committed, events not sent', (topic) => producing(topic('area.events'))),
  point('area-service', 'events appended, acknowledgement not delivered', (topic) => produced(topic('area.events'))),

  point('report-service', 'in the transaction: offsets moved, sums of objects not written', () => running('upsert-movement')),
  point('report-service', 'COMMIT done, answer not delivered', () => committed('upsert-movement')),
  point('report-service', 'in the transaction: offsets moved, sums of areas not written', () => running('upsert-area-sums')),
  point('report-service', 'in the transaction: offsets moved, calls not counted', () => running('count-calls')),

  point('webhook-service', 'page read, message not kept', () => running('begin-message')),
  point('webhook-service', 'message kept, not sent', () => posting),
  point('webhook-service', 'message taken, answer not delivered', () => answered),
  point('webhook-service', 'answer read, cursor not moved', () => running('message-delivered')),
];
