import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#contracts/directory/scopes.js';
import { SCOPES } from '#contracts/directory/scopes.js';
import { describedBy } from './described-by.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  requestBody?: { content?: object };
  summary?: string;
  tags: string[];
  security: object[];
  parameters: Json[];
  responses: Record<string, { description?: string; content?: object }>;
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

let gateway: GatewayInTest;
let whole: Json & { paths: Record<string, Record<string, Operation>>; servers: { url: string }[]; components: Record<string, Json> };
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
  whole = (
    await gateway.call('GET', '/openapi.json', { authorization: `Bearer ${await gateway.token(['ws1'], Object.keys(SCOPES) as Scope[])}` })
  ).json as typeof whole;
});
afterAll(() => gateway.close());

/** Places in a document that break a rule. `inside`: the members of the node have names that we chose instead of keywords of OpenAPI. */
function faults(document: unknown, rule: (node: Json) => boolean, at = '#', inside = false): string[] {
  if (!isObject(document)) return [];
  const here = !inside && !Array.isArray(document) && rule(document) ? [at] : [];
  return [
    ...here,
    ...Object.entries(document).flatMap(([name, value]) =>
      ['example', 'examples', 'default', 'enum'].includes(name) && !inside
        ? []
        : faults(value, rule, `${at}/${name}`, name === 'properties' && !inside),
    ),
  ];
}

/** The rules of `redocly lint`, by their names. */
const RULES: Record<string, (node: Json) => boolean> = {
  'no words of OpenAPI 3.0': (node) =>
    'nullable' in node || typeof node.exclusiveMinimum === 'boolean' || typeof node.exclusiveMaximum === 'boolean',
  'no-$ref-siblings': (node) => '$ref' in node && Object.keys(node).length > 1,
  'one type, or one type and null': (node) =>
    Array.isArray(node.type) && !(node.type.length === 2 && typeof node.type[0] === 'string' && node.type[1] === 'null'),
  'array has items': (node) => [node.type].flat()[0] === 'array' && !isObject(node.items),
  'no-enum-type-mismatch': (node) =>
    Array.isArray(node.enum) && node.type === 'string' && node.enum.some((value) => typeof value !== 'string'),
  'required names what there is': (node) =>
    Array.isArray(node.required) &&
    isObject(node.properties) &&
    node.required.some((name) => !((name as string) in (node.properties as Json))),
  'no rule next to the properties that generators take for a model of its own': (node) =>
    isObject(node.properties) && ('anyOf' in node || 'oneOf' in node),
  'no words of JSON Schema that generators do not know': (node) => '$defs' in node || '$schema' in node || 'const' in node || 'if' in node,
};

const operations = (): [string, Operation][] =>
  Object.entries(whole.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): [string, Operation][] => (item[method] ? [[`${method} ${path}`, item[method]]] : [])),
  );
const breaking = (rule: (operation: Operation, name: string) => boolean): string[] =>
  operations()
    .filter(([name, operation]) => rule(operation, name))
    .map(([name]) => name);

const OBJECTS = '/groups/{groupID}/externalObjects';
const UUID_7 = '01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1';

describe('the whole OpenAPI document follows the rules of linters', () => {
  it.each(Object.keys(RULES))('%s', (name) => {
    expect(faults(whole, RULES[name]!)).toEqual([]);
  });

  it('a broken rule is found, and a property with its name is not', () => {
    expect(
      faults(
        { schema: { nullable: true, oneOf: [] }, properties: { nullable: { type: 'string' }, a: { nullable: true } } },
        RULES['no words of OpenAPI 3.0']!,
      ),
    ).toEqual(['#/schema', '#/properties/a']);
    expect(
      faults({ a: { type: ['string', 'number'] }, b: { type: ['string', 'null'] } }, RULES['one type, or one type and null']!),
    ).toEqual(['#/a']);
    expect(faults({ a: [{ $ref: '#/b', type: 'object' }] }, RULES['no-$ref-siblings']!)).toEqual(['#/a/0']);
  });

  it('servers: the one that served it', () => {
    expect(whole.servers.map(({ url }) => url)).toEqual(['/']);
  });

  it('operations have a summary, one tag, security and failures', () => {
    expect(operations().length).toBeGreaterThan(60);
    expect(breaking(({ summary, tags, security }) => !summary || tags.length !== 1 || !Array.isArray(security))).toEqual([]);
    const named = operations().filter(([name]) => /\{(?:externalId|field)\}/.test(name));
    expect(named.length).toBeGreaterThan(5);
    // For example, a name that consists of blanks.
    expect(named.filter(([, { responses }]) => !('422' in responses)).map(([name]) => name)).toEqual([]);
    expect(
      breaking(
        ({ responses }) =>
          !Object.keys(responses).some((status) => /^[23]/.test(status)) ||
          !Object.keys(responses).some((status) => status.startsWith('4')),
      ),
    ).toEqual([]);
  });

  it('the parameters of each path are described, and no others', () => {
    expect(
      breaking(
        ({ parameters }, name) =>
          parameters
            .filter((parameter) => parameter.in === 'path')
            .map((parameter) => `{${String(parameter.name)}}`)
            .join() !== [...name.matchAll(/\{[^}]+\}/g)].join(),
      ),
    ).toEqual([]);
  });

  it.each<[path: string, method: string, name: string, valid: string[], invalid: string[]]>([
    [`${OBJECTS}/{externalId}`, 'patch', 'externalId', ['forklift-17', 'Kran 7', 'é'], ['', '  ', 'a\u0007', '\u0085']],
    [`${OBJECTS}/{externalId}`, 'patch', 'If-Match', ['"7"', '*'], ['', '0', '7', '"0"', 'W/"7"']],
    [OBJECTS, 'get', 'Waymark-Position', [`${UUID_7}-63f7e6c2a1`], ['0', UUID_7]],
    ['/groups/{groupID}/operations/{operationId}', 'get', 'operationId', [`${UUID_7}-63f7e6c2a1-63f7e6c2a1`], ['x']],
    ['/groups/{groupID}/fields/{field}', 'put', 'field', ['battery', 'Füllstand in %'], ['', ' ', 'a\u0096', 'x'.repeat(513)]],
    ['/groups/{groupID}/fields/review', 'get', 'after', ['battery', 'x'.repeat(512)], ['', 'x'.repeat(513), 'a\n']],
    ['/groups/{groupID}/webhooks/{webhookId}', 'put', 'webhookId', [UUID_7], ['1', UUID_7.toUpperCase()]],
    ['/operator/plans/{plan}', 'put', 'plan', ['standard', 'a-1'], ['', '0', 'Standard', `a${'b'.repeat(64)}`]],
    ['/operator/workspaces/{workspaceId}', 'get', 'workspaceId', ['harbour'], ['', 'a b', 'x'.repeat(65)]],
    ['/operator/webhooks', 'get', 'workspace', ['harbour'], ['', 'a b', 'x'.repeat(65)]],
    ['/operator/audit', 'get', 'workspace', ['harbour'], ['', 'a-b']],
    ['/operator/dead-letters', 'get', 'after', ['commands:40', 'events:0'], ['', '0', 'commands:', 'nonsense:1']],
    ['/operator/dead-letters/replay', 'post', 'upTo', ['commands:40'], ['0']],
    ['/operator/dead-letters/{letter}', 'get', 'letter', ['commands:40'], ['0']],
  ])('%s %s describes the format of %s', (path, method, name, valid, invalid) => {
    const { schema } = whole.paths[path]![method]!.parameters.find((parameter) => parameter.name === name) as { schema: object };
    const texts = describedBy({ Parameter: schema })('Parameter');
    expect(valid.filter((text) => !texts(text))).toEqual([]);
    expect(invalid.filter((text) => texts(text))).toEqual([]);
  });

  it('every id in a path has a pattern', () => {
    // Names of files and keys, and tile coordinates, are not ids of objects.
    const free = ['file', 'hash', 'kid', 'x', 'y', 'z'];
    const isId = ({ in: place, name }: Json): boolean => place === 'path' && !free.includes(name as string);
    const isFree = ({ schema }: Json): boolean => (schema as Json).pattern === undefined;
    expect(breaking(({ parameters }) => parameters.some((parameter) => isId(parameter) && isFree(parameter)))).toEqual([]);
  });

  it('bodies that a service refuses whatever else they hold break their schema', () => {
    const described = describedBy(whole.components.schemas!);
    const outline = [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ];
    const point = { type: 'Point', coordinates: [0, 0] };
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    };
    const collection = (...features: object[]): object => ({ type: 'FeatureCollection', features });
    const quay = { name: 'Quay', radius: 20, category: null, layer: 'a' };
    const bodies: [schema: string, valid: boolean, body: unknown][] = [
      ['NewShareLink', true, { name: 'Crane', shows: { types: ['crane'] } }],
      ['NewShareLink', false, { name: 'Crane', shows: {} }],
      ['NewWebhookSettings', true, { url: 'https://hooks.example.com/waymark', filter: { kinds: ['created', 'area.left'] } }],
      ['NewWebhookSettings', false, { url: 'https://hooks.example.com/waymark', filter: { kinds: ['nonsense'] } }],
      // GeoJSON allows additional members, and tools add some.
      ['AreaCollection', true, { ...collection({ type: 'Feature', id: 7, geometry: point, properties: quay }), crs: null }],
      ['AreaCollection', false, collection({})],
      ['AreaCollection', false, collection()],
      ['AreaCollection', false, collection({ type: 'Feature', geometry: line, properties: { name: 'Quay' } })],
      ...['VisitsQuestion', 'AreaContent'].flatMap((schema): [string, boolean, unknown][] => [
        [schema, true, { geometry: { type: 'Polygon', coordinates: outline } }],
        [schema, true, { geometry: { type: 'MultiPolygon', coordinates: [outline] } }],
        [schema, true, { geometry: { type: 'Circle', center: [0, 0], radius: 250 } }],
        [schema, false, { geometry: {} }],
        [schema, false, { geometry: point }],
        [
          schema,
          false,
          {
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [1, 0],
                  [0, 0],
                ],
              ],
            },
          },
        ],
        [schema, false, { geometry: { type: 'Circle', center: [0, 0], radius: 0 } }],
      ]),
    ];
    const named = (schema: string, body: unknown): unknown => (schema === 'AreaContent' ? { name: 'Quay', ...(body as object) } : body);
    const wrong = bodies.filter(([schema, valid, body]) => described(schema)(named(schema, body)) !== valid);
    expect(wrong).toEqual([]);
  });

  it('every reference leads somewhere, and every schema is used', () => {
    const referred = new Set([...JSON.stringify(whole).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map((match) => match[1]!));
    const there = Object.entries(whole.components).flatMap(([kind, each]) =>
      kind === 'securitySchemes' ? [] : Object.keys(each).map((name) => `${kind}/${name}`),
    );
    expect([...referred].sort()).toEqual(there.sort());
  });

  it('operations for sign-in with a provider describe the answer without one', () => {
    for (const [path, method] of [
      ['/auth/oidc/start', 'get'],
      ['/auth/oidc/callback', 'get'],
      ['/auth/oidc/token', 'post'],
    ] as const) {
      const operation = whole.paths[path]![method]! as Operation & { description: string };
      expect(operation.description).toMatch(/404.*no provider/);
      expect(Object.keys(operation.responses)).toContain('404');
    }
  });
});
