// Runs as a test file in a scratch copy that has the property `exampleDetail` (new-detail.test.ts).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { elementLimits } from '#contracts/dto/element-limits.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { asyncApiFile } from '#contracts/schemas/contract-files.js';
import { RECORD_CONTRACTS } from '#contracts/schemas/json-schemas.js';
import { decide } from '#object-rules/decide.js';
import { agentSchema } from '../../apps/agent/src/configuration/agent-schema.js';
import { elementOf } from '../../apps/agent/src/mapping/element-of.js';
import { schemasFor } from '../../apps/gateway/src/openapi/schemas.js';
import { csvOf } from '../../apps/projection-service/src/history/exports/csv.js';
import { geojsonPoints } from '../../apps/projection-service/src/history/exports/geojson.js';

/** The app has a separate type check. */
const ofWords = async (file: string) => await import(new URL(`../../apps/map/src/words/${file}.ts`, import.meta.url).href);
const AT = '2026-11-26T08:00:00.000Z';
const update = (exampleDetail: unknown) => ({ externalId: 'a', locationUpdate: { newPosition: { lat: 1, lon: 2 }, exampleDetail } });
const position = { lat: 1, lon: 2, exampleDetail: 9, observedAt: AT, revision: 1 };

async function* once<T>(rows: T) {
  yield { object: { externalId: 'a' }, rows, isLast: true } as never;
}
async function text(chunks: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const chunk of chunks) all += chunk;
  return all;
}

describe('a new detail of a position', () => {
  it('is checked', () => {
    const check = compileDto(ExternalObjectUpdateDto);
    expect(check(update(9))).toBeUndefined();
    expect(check(update(-1))?.pointer).toBe('/locationUpdate/exampleDetail');
  });

  it('is part of the event and of the state', () => {
    const context = { workspace: 'w', operationId: 'o', index: 0, subject: 's', receivedAt: AT };
    const decision = decide(undefined, update(9) as never, context as never);
    if (!decision.applied) throw new Error(decision.code);
    expect(decision.change.position).toMatchObject({ exampleDetail: 9 });
    expect(decision.next).toMatchObject({ position: { exampleDetail: 9 } });
  });

  it('is described with the records and in the OpenAPI document', () => {
    const described = RECORD_CONTRACTS.filter(({ schema }) => JSON.stringify(schema).includes('"exampleDetail":{')).map(({ name }) => name);
    expect(described.sort()).toEqual([
      'waymark.internal.command.v1',
      'waymark.object.created.v1',
      'waymark.object.edited.v1',
      'waymark.object.state.v1',
      'waymark.object.updated.v1',
    ]);
    const inDocument = Object.entries(schemasFor(elementLimits)).filter(([, schema]) =>
      JSON.stringify(schema).includes('"exampleDetail":{'),
    );
    expect(inDocument.map(([name]) => name).sort()).toEqual(['Change', 'ExternalObject', 'LocationUpdate', 'PastPosition']);
  });

  it('is exported', async () => {
    const change = { externalId: 'a', revision: 1, type: 't', observedAt: AT, receivedAt: AT, position };
    const [head, row] = (await text(csvOf(once([{ change }])))).split('\r\n').map((line) => line.split(','));
    expect(row![head!.indexOf('exampleDetail')]).toBe('9');
    const { features } = JSON.parse(await text(geojsonPoints(once([position]), { gapSeconds: 600 })));
    expect(features[0].properties).toMatchObject({ exampleDetail: 9 });
  });

  it('is sent by the agent', () => {
    const reading = { id: 'a', position: { lat: 1, lon: 2 }, fields: {}, exampleDetail: 9 };
    const element = elementOf(reading as never, { members: {}, fields: [] }, { namespace: '' } as never, Date.parse(AT));
    expect(element.locationUpdate).toMatchObject({ exampleDetail: 9 });
    const mapped = elementOf(reading as never, { members: { exampleDetail: 12 } as never, fields: [] }, { namespace: '' } as never, 0);
    expect(mapped.locationUpdate).toMatchObject({ exampleDetail: 12 });
  });

  it('is shown by the app in both languages', async () => {
    const [{ english }, { german }] = await Promise.all([ofWords('english'), ofWords('german')]);
    const [{ createFormat }, { shownDetails }] = await Promise.all([ofWords('format'), ofWords('position-details')]);
    expect(shownDetails(position, createFormat('en', 'metric', 'UTC'))).toContainEqual({ name: 'exampleDetail', text: '9' });
    expect([english.objects, german.objects]).toEqual([
      expect.objectContaining({ exampleDetail: 'Example' }),
      expect.objectContaining({ exampleDetail: 'Beispielwert' }),
    ]);
  });

  it('changes two files that are generated', () => {
    const { path, content } = asyncApiFile();
    expect(readFileSync(path, 'utf8')).not.toBe(content);
    const schema = JSON.stringify(agentSchema(), undefined, 2);
    expect(schema).toContain('"exampleDetail"');
    expect(readFileSync('apps/agent/agent.schema.json', 'utf8').trim()).not.toBe(schema);
  });
});
