import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AccessLine, AccessRecord } from '#contracts/access-log.js';
import { recordBytes } from '#kafka/records/record-size.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { createLogger } from '#telemetry/logger.js';
import { AccessLog } from '../../src/access/access-log.js';

const logger = createLogger({ service: 'test', instance: 'test', level: 'silent' });
const line = (requestId: string): AccessLine => ({
  at: '2026-11-21T08:00:00.000Z',
  subject: 's',
  tokenId: 't',
  operation: 'readObject',
  status: 200,
  requestId,
  address: '192.0.2.1',
});

function logTo(send: (records: OutgoingRecord[]) => Promise<void>, maxLines = 5000) {
  const dropped: number[] = [];
  const log = new AccessLog({
    topic: 'access.events',
    partitions: 3,
    gateway: 'g',
    maxLines,
    onDropped: (lines) => dropped.push(lines),
    logger,
  });
  log.start({ send });
  return { log, dropped: () => dropped.reduce((sum, lines) => sum + lines, 0) };
}

const valuesOf = (records: OutgoingRecord[]): AccessRecord[] => records.map(({ value }) => JSON.parse(String(value)) as AccessRecord);

describe('the access log', () => {
  it('writes the lines of a workspace together, with its key, in order', async () => {
    const sent: OutgoingRecord[] = [];
    const { log } = logTo(async (records) => void sent.push(...records));
    for (let n = 0; n < 1500; n++) log.add(n % 3 === 0 ? 'b' : 'a', line(String(n)));
    await log.close();
    expect(sent.map(({ key }) => key)).toEqual(['b', 'a']);
    const [b, a] = valuesOf(sent);
    expect([a!.workspace, a!.lines.length, b!.lines.length]).toEqual(['a', 1000, 500]);
    expect(a!.lines.map(({ requestId }) => Number(requestId))).toEqual(
      [...a!.lines.map(({ requestId }) => Number(requestId))].sort((x, y) => x - y),
    );
  });

  it('splits lines that are too many for one record', async () => {
    const sent: OutgoingRecord[] = [];
    const { log } = logTo(async (records) => void sent.push(...records));
    for (let n = 0; n < 2500; n++) log.add('a', line(String(n)));
    await log.close();
    expect(valuesOf(sent).map(({ lines }) => lines.length)).toEqual([1000, 1000, 500]);
  });

  it('keeps lines while the broker is away, drops and counts those without room, and loses none of the others', async () => {
    let away = true;
    const sent: OutgoingRecord[] = [];
    const { log, dropped } = logTo(async (records) => {
      if (away) throw new Error('away');
      sent.push(...records);
    }, 10);
    for (let n = 0; n < 8; n++) log.add('a', line(`first${n}`));
    const failing = log.flush();
    for (let n = 0; n < 8; n++) log.add('a', line(`later${n}`));
    await failing;
    expect(dropped()).toBe(6);
    for (let n = 0; n < 3; n++) log.add('b', line(`none${n}`));
    away = false;
    await log.close();
    const kept = valuesOf(sent).flatMap(({ lines }) => lines.map(({ requestId }) => requestId));
    expect(kept.length + dropped()).toBe(19);
    expect(kept.length).toBeLessThanOrEqual(10);
    expect(new Set(kept).size).toBe(kept.length);
  });

  it('is written again after a time without the broker, however much has gathered', async () => {
    const mayWait = 16 * 1024 * 1024;
    let away = true;
    const sent: OutgoingRecord[] = [];
    const send = async (records: OutgoingRecord[]): Promise<void> => {
      if (away || records.reduce((sum, record) => sum + recordBytes(record), 0) > mayWait) throw new Error('not taken');
      sent.push(...records);
    };
    const { log, dropped } = logTo(send, 50_000);
    for (let n = 0; n < 50_000; n++) log.add('a', { ...line(randomUUID()), externalId: 'x'.repeat(200) });
    await log.flush();
    away = false;
    await log.close();
    expect(dropped()).toBe(0);
    expect(valuesOf(sent).reduce((sum, { lines }) => sum + lines.length, 0)).toBe(50_000);
  });

  it('splits records by size too, however long the ids are', async () => {
    const sent: OutgoingRecord[] = [];
    const { log } = logTo(async (records) => void sent.push(...records), 20_000);
    for (let n = 0; n < 2000; n++) log.add('a', { ...line(String(n)), externalId: '\u0001'.repeat(4000) });
    await log.close();
    for (const { value } of sent) expect(Buffer.byteLength(String(value))).toBeLessThan(6_000_000);
    expect(valuesOf(sent).reduce((sum, { lines }) => sum + lines.length, 0)).toBe(2000);
  });

  it('limits its memory by the size of the lines, and not only by their number', () => {
    const { log, dropped } = logTo(async () => undefined, 1000);
    for (let n = 0; n < 1000; n++) log.add('a', { ...line(String(n)), externalId: 'x'.repeat(6000) });
    expect(dropped()).toBeGreaterThan(850);
  });
});
