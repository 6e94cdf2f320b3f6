import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1', {
    MAX_EXTERNAL_ID_CHARACTERS: '9',
    MAX_FIELD_NAME_CHARACTERS: '8',
    MAX_FIELDS_PER_ELEMENT: '7',
    MAX_STRING_VALUE_CHARACTERS: '6',
    MAX_TITLE_CHARACTERS: '5',
    MAX_ELEMENTS: '1234',
    MAX_BODY_BYTES: '54321',
    DEFAULT_WAIT_SECONDS: '3',
  });
});
afterAll(() => gateway.close());

it('the sizes in /openapi.json follow the settings', async () => {
  const {
    paths,
    components: { schemas },
  } = (
    await gateway.call('GET', '/openapi.json', {
      authorization: `Bearer ${await gateway.token(['ws1'], ['objects:write', 'objects:read'])}`,
    })
  ).json;
  const { post } = paths['/groups/{groupID}/externalObjects'];
  expect(post.description).toContain('1,234 elements, at most 54,321 bytes');
  expect(post.parameters.find(({ name }: { name: string }) => name === 'Prefer').description).toContain('default 3,');
  expect(post.requestBody.content['application/json'].schema.maxItems).toBe(1234);
  const update = schemas.ExternalObjectUpdate.properties;
  expect([update.externalId.maxLength, update.fieldValues.maxItems]).toEqual([9, 7]);
  for (const kind of ['String', 'Number', 'Category']) expect(schemas[`${kind}FieldValue`].properties.field.maxLength).toBe(8);
  expect(schemas.StringFieldValue.properties.value.maxLength).toBe(6);
  for (const name of ['InitialExternalObject', 'ObjectEdit']) expect(schemas[name].properties.title.maxLength).toBe(5);
  expect(
    paths['/groups/{groupID}/externalObjects/{externalId}'].patch.parameters.find(({ name }: { name: string }) => name === 'externalId')
      .schema.maxLength,
  ).toBe(9);
});

it('the setting limits an id in a path, in characters', async () => {
  const authorization = `Bearer ${await gateway.token()}`;
  const reading = (id: string) => gateway.call('GET', `/groups/ws1/externalObjects/${id}`, { authorization });
  expect((await reading('%F0%9F%9A%9A'.repeat(9))).status).toBe(503);
  expect(await reading('x'.repeat(10))).toMatchObject({ status: 422, json: { detail: expect.stringContaining('more than 9 characters') } });
});
