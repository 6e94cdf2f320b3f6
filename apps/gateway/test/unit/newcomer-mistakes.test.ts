import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkJsonType } from '../../src/checks/content-type.js';
import { ElementCheck } from '../../src/checks/element-check.js';
import { parseJsonBody } from '../../src/checks/json-body.js';
import { UpdatesController } from '../../src/writes/updates.controller.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

const messageOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

describe('an element that is nearly right gets a suggestion', () => {
  const at = (newPosition: object): object => ({ externalId: 'a', locationUpdate: { newPosition } });
  it.each([
    ['other names', at({ latitude: 1, longitude: 2 }), 'lat is missing; "latitude" is not a known name. Use "lat".'],
    ['lng', at({ lat: 1, lng: 2 }), 'lon is missing; "lng" is not a known name. Use "lon".'],
    ['no newPosition', { externalId: 'a', locationUpdate: { lat: 1, lon: 2 } }, 'newPosition is missing; the names here are "lat", "lon".'],
    ['id', { id: 'a', fieldValues: [] }, 'externalId is missing; "id" is not a known name. Use "externalId".'],
    [
      'a long name',
      { [`external_id${'_'.repeat(1000)}`]: 'a', fieldValues: [] },
      expect.stringMatching(/^externalId is missing; "external_id_{29}" is not a known name\. Use "externalId"\.$/),
    ],
    ['externalID', { externalID: 'a', fieldValues: [] }, 'externalId is missing; "externalID" is not a known name. Use "externalId".'],
    ['nothing at all', {}, 'externalId is missing.'],
    [
      'many long names',
      { ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}${'x'.repeat(99)}`, 1])) },
      expect.stringMatching(/^externalId is missing; the names here are ("\dx{39}", ){6}…\.$/),
    ],
    ['swapped', at({ lat: 151.2, lon: -33.8 }), 'lat must be at most 90; are lat and lon swapped?'],
    ['not swapped', at({ lat: 151.2, lon: 133.8 }), 'lat must be at most 90.'],
    [
      'time in the wrong object',
      { externalId: 'a', locationUpdate: { newPosition: { lat: 1, lon: 2 }, observedAt: '2026-11-21T08:00:00Z' } },
      '"observedAt" is not a property of this object; it belongs at the top level.',
    ],
    [
      'heading in the wrong object',
      { externalId: 'a', heading: 90, locationUpdate: { newPosition: { lat: 1, lon: 2 } } },
      '"heading" is not a property of this object; it belongs in "locationUpdate".',
    ],
    [
      'lat in the wrong object',
      { externalId: 'a', lat: 1, lon: 2 },
      '"lat" is not a property of this object; it belongs in "locationUpdate.newPosition".',
    ],
    ['a name of a list', { externalId: 'a', value: 1, fieldValues: [] }, '"value" is not a property of this request.'],
    ['a name with two places', { externalId: 'a', type: 'x', fieldValues: [] }, '"type" is not a property of this request.'],
    ['far off', at({ lat: 1e6, lon: 1 }), 'lat must be at most 90.'],
    ['lon alone', at({ lat: 1, lon: 181 }), 'lon must be at most 180.'],
    [
      'in a list',
      { externalId: 'a', fieldValues: [{ name: 'battery', type: 'Number', value: 1 }] },
      'field is missing; the names here are "name", "type", "value".',
    ],
  ])('%s', (_name, element, detail) => {
    expect(
      new ElementCheck({ judge: () => undefined }).all([element], 0, { workspace: 'ws1', narrowing: undefined }).refused,
    ).toMatchObject([{ detail }]);
  });
});

describe('a refusal names the kind of a body that is not a JSON array', () => {
  const door = new UpdatesController(undefined as never, undefined as never, { maxElements: 1 }, undefined as never);
  it.each([
    ['{"externalId":"a"}', 'This is an object.'],
    ['"a"', 'This is a string.'],
    ['null', 'This is null.'],
  ])('%s', (body, end) => {
    expect(messageOf(() => door.parse(Buffer.from(body)))).toBe(
      `The body must be a JSON array of updates, also for a single one: [{ … }]. ${end}`,
    );
  });

  it('gzip without its header', () => {
    expect(messageOf(() => parseJsonBody(gzipSync('[]')))).toContain('Content-Encoding: gzip');
  });

  it.each([0, 1, 5, 1000])('Latin-1 after %i characters, with the place', (before) => {
    const bytes = Buffer.concat([Buffer.from('é'.repeat(before)), Buffer.from('\u00e9"]', 'latin1')]);
    expect(messageOf(() => parseJsonBody(bytes))).toBe(`The body is not valid UTF-8, near byte ${2 * before}.`);
  });

  it.each([
    ['application/x-www-form-urlencoded', ', not application/x-www-form-urlencoded.'],
    ['text/<script>', 'application/json.'],
  ])('Content-Type: %s', (type, end) => {
    expect(messageOf(() => checkJsonType({ headers: { 'content-type': type } })).endsWith(end)).toBe(true);
  });
});

describe('a path that is nearly right', () => {
  let gateway: GatewayInTest;
  beforeAll(async () => {
    gateway = await startGateway('http://127.0.0.1:1');
  });
  afterAll(() => gateway.close());

  it.each([
    ['POST', '/groups/ws1/externalObjects/', '/groups/{groupID}/externalObjects'],
    ['POST', '/groups/ws1/externalobjects', '/groups/{groupID}/externalObjects'],
    ['GET', '//groups/ws1/changes/?limit=1', '/groups/{groupID}/changes'],
    ['GET', '/Groups/ws1/externalObjects/a/History', '/groups/{groupID}/externalObjects/{externalId}/history'],
    ['GET', '/group/ws1/changes', '/openapi.json'],
    ['GET', '/nowhere', '/openapi.json'],
    ['GET', '/App/settings.json/', '/app/settings.json'],
  ])('%s %s suggests %s', async (method, path, meant) => {
    const { status, json } = await gateway.call(method, path);
    expect(status).toBe(404);
    expect(json.detail.split(/[ .;]/)).toContain(meant.split('.')[0]);
  });

  it('is still 405 when only the method is wrong', async () => {
    expect((await gateway.call('DELETE', '/groups/ws1/changes')).status).toBe(405);
  });

  it('reports an empty id', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    expect((await gateway.call('GET', '/groups/ws1/externalObjects/', { authorization })).json.detail).toContain('slash');
  });
});
