import { type CloudEvent, Kafka, ValidationError } from 'cloudevents';
import { describe, expect, it } from 'vitest';
import { cloudEventHeaders } from '#contracts/cloud-event.js';
import { type GoldenRecord, goldenRecords } from './golden-records.js';

const publicRecords = [...goldenRecords().values()].flat().filter(({ topic }) => topic === 'object.events' || topic === 'object.state');

/** Reads a record with the reference library, as an independent consumer would. */
function readByOracle(record: Pick<GoldenRecord, 'key' | 'headers' | 'value'>): CloudEvent<unknown> {
  const event = Kafka.toEvent({
    key: record.key,
    headers: record.headers,
    value: JSON.stringify(record.value),
    body: JSON.stringify(record.value),
  } as never);
  return (Array.isArray(event) ? event[0] : event) as CloudEvent<unknown>;
}

describe('public records are CloudEvents 1.0 in binary mode', () => {
  it.each(publicRecords)('$headers.ce_type is understood by the reference library', (record) => {
    const event = readByOracle(record);
    expect(event.validate()).toBe(true);
    expect(event).toMatchObject({
      specversion: '1.0',
      type: record.headers.ce_type,
      id: `${record.value.externalId}@${record.value.revision}`,
      source: `/groups/${record.value.workspace}`,
      subject: record.value.externalId,
      workspace: record.value.workspace,
      revision: String(record.value.revision),
      time: record.headers.ce_time,
    });
  });

  it.each(publicRecords)('$headers.ce_type has the headers that the code makes', ({ headers, value }) => {
    expect(
      cloudEventHeaders(headers.ce_type!, value as { externalId: string; workspace: string; revision: number }, headers.ce_time!),
    ).toEqual(headers);
  });

  it('the oracle refuses a record without a source', () => {
    const [record] = publicRecords;
    const { ce_source: _gone, ...headers } = record!.headers;
    expect(() => readByOracle({ ...record!, headers }).validate()).toThrow(ValidationError);
  });
});
