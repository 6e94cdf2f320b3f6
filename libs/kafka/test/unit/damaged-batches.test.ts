import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokerAccess, brokerSettings } from '#kafka/connection/broker-settings.js';
import { DamageWatch } from '#kafka/consuming/damage-watch.js';
import { PartitionIntake } from '#kafka/consuming/partition-intake.js';
import { damageFindings, stoppedPartitions } from '#kafka/records/damaged-batches.js';
import { readSettings } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';

describe('a reader of a damaged partition', () => {
  const TOPIC = 'object.commands';
  const DAMAGE = { reason: 'its checksum (CRC-32C) does not fit its contents', next: 25 };
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', instance: 'test', level: 'silent' });
  let calls: string[];
  let intake: PartitionIntake;
  let assignment: AbortController;

  beforeEach(() => {
    vi.useFakeTimers();
    calls = [];
    lines.splice(0);
    vi.spyOn(logger, 'error').mockImplementation((_fields: unknown, message?: string) => void lines.push(message ?? ''));
    assignment = new AbortController();
    intake = new PartitionIntake(TOPIC, false);
    intake.begin(new Map([[3, { place: { next: 120, shift: 100, record: null, marks: [] }, begin: 120, bounds: { low: 0, high: 40 } }]]));
  });
  afterEach(() => {
    assignment.abort();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const watch = (options: Partial<ConstructorParameters<typeof DamageWatch>[0]> = {}): DamageWatch =>
    new DamageWatch({
      topic: TOPIC,
      logger,
      consumer: {
        pause: ([at]) => void calls.push(`pause ${at!.partitions}`),
        resume: ([at]) => void calls.push(`resume ${at!.partitions}`),
      } as Pick<import('#kafka-client').Consumer, 'pause' | 'resume'>,
      ...options,
    });

  async function meetTimes(reader: DamageWatch, times: number): Promise<unknown[]> {
    const intakes: unknown[] = [];
    for (let n = 0; n < times; n++) {
      intakes.push(reader.meet(3, DAMAGE, intake, assignment.signal));
      await vi.advanceTimersByTimeAsync(2000);
    }
    return intakes;
  }

  it('fetches it again four times, then stops and logs it once, and continues when it is repaired', async () => {
    const reader = watch();
    expect(await meetTimes(reader, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(calls).toEqual(Array.from({ length: 4 }, () => ['pause 3', 'resume 3']).flat());
    expect([lines.length, stoppedPartitions().length]).toEqual([0, 0]);
    calls.splice(0);
    reader.meet(3, DAMAGE, intake, assignment.signal);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(calls).toEqual(['pause 3']);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toEqual(['pause 3', 'resume 3']);
    reader.meet(3, DAMAGE, intake, assignment.signal);
    expect(lines).toEqual([expect.stringContaining(`KAFKA_SKIP_DAMAGED=${TOPIC}/3/20-24`)]);
    expect(stoppedPartitions()).toEqual([expect.objectContaining({ topic: TOPIC, partition: 3, offset: 20 })]);
    expect(damageFindings('object-service')).toEqual([expect.objectContaining({ about: 'object-service.logs', state: 'broken' })]);
    reader.read(3);
    expect(stoppedPartitions()).toEqual([]);
  });

  it('leaves the partition paused for the next assignment to decide, and then is stuck nowhere', async () => {
    const reader = watch();
    await meetTimes(reader, 5);
    assignment.abort();
    calls.splice(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
    reader.forget();
    expect(stoppedPartitions()).toEqual([]);
  });

  it('passes over records that were given up, in stored offsets, and over no others', async () => {
    const given = (from: number, to: number, partition = 3): DamageWatch => watch({ givenUp: [{ topic: TOPIC, partition, from, to }] });
    for (const other of [given(21, 24), given(10, 19), given(20, 24, 2)]) {
      expect((await meetTimes(other, 5)).at(-1)).toBeUndefined();
      other.forget();
    }
    expect((await meetTimes(given(20, 24), 5)).at(-1)).toEqual({
      batch: { topic: TOPIC, partition: 3, firstOffset: 120, nextOffset: 125, records: [] },
      missing: 0,
    });
    expect(intake.wanted(3)).toBe(25);
  });

  it('skips given-up damage if its end is known', async () => {
    expect((await meetTimes(watch({ passesOver: true }), 5)).at(-1)).toEqual(expect.objectContaining({ missing: 0 }));
    expect(intake.wanted(3)).toBe(25);
  });

  it('believes a record that was read when it cannot be compared any more', () => {
    intake.begin(new Map([[3, { place: { next: 120, shift: 100, record: 77, marks: [] }, begin: 120, bounds: { low: 0, high: 40 } }]]));
    expect(intake.wanted(3)).toBe(19);
    expect(intake.passOver(3, 20)).toEqual({ seek: 20 });
    expect(intake.wanted(3)).toBe(20);
  });
});

describe('KAFKA_SKIP_DAMAGED', () => {
  const read = (value: string) => readSettings(brokerSettings, { KAFKA_BROKERS: 'a:1', KAFKA_SKIP_DAMAGED: value });

  it('names records by topic, partition and offsets', () => {
    expect(brokerAccess(read('w.object.events/2/10-14, object.state/0/7-7'))).toEqual({
      brokers: ['a:1'],
      givenUp: [
        { topic: 'w.object.events', partition: 2, from: 10, to: 14 },
        { topic: 'object.state', partition: 0, from: 7, to: 7 },
      ],
    });
    expect(brokerAccess(read(''))).toEqual({ brokers: ['a:1'] });
  });

  it.each(['object.events', 'object.events/1', 'object.events/1/5', 'object.events/1/9-5', 'a b/1/1-2'])('refuses %s', (value) => {
    expect(() => read(value)).toThrow('topic/partition/first-last');
  });
});
