import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scope, SCOPES, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { API_VERSIONS } from '../../src/routes/api-versions.js';
import { describedBy } from './described-by.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

type Json = Record<string, unknown>;
type Media = { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
type Answer = { $ref?: string; description?: string; content?: Record<string, Media>; headers?: Record<string, Json> };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: Json[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Answer>; parameters: Record<string, Json> };
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Class names in Python, Java, Go, TypeScript and C# that a model would shadow, and names that generators use themselves. */
const TAKEN =
  /^(?:Any|Array|Blob|Body|Boolean|Bytes?|Character|Class|Client|Configuration|Date|DateTime|Decimal|Dict|Double|Enum|Error|Event|Exception|Field|File|Float|From|Function|Int|Integer|Interface|Iterable|List|Long|Map|Model|Module|None|Null|Number|Object|Optional|Package|Promise|Record|Request|Response|Set|Short|String|Symbol|Text|Type|Unset|Value|Void)$/i;
/** Escapes that Python's re, Go's RE2, Java, Rust, .NET and JavaScript interpret in the same way, except for `\s` beyond ASCII. */
const PORTABLE_ESCAPES = /\\(?:x[0-9a-f]{2}|[sntr.*/\\[\](){}?+^$|-])/g;
const NOT_PORTABLE = /\\|\(\?(?!:)|\[\^\]|\[\[|\{,|[*+?}]\+/;

let gateway: GatewayInTest;
const documents = new Map<string, Document>();
const ALL = 'all scopes';

beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
  const tokens: Record<string, string | undefined> = {
    nobody: undefined,
    [ALL]: await gateway.token(['alpha', 'beta'], Object.keys(SCOPES) as Scope[]),
    'a workspace': await gateway.token(['alpha'], [...WORKSPACE_SCOPES]),
    'a reader': await gateway.token(['alpha'], ['objects:read', 'feed:read']),
    'a narrowed writer': await gateway.token(['alpha'], ['objects:write'], { types: ['crane'], fields: [] }),
    'an operator': await gateway.token([], ['operator']),
  };
  for (const [holder, token] of Object.entries(tokens)) {
    const { json } = await gateway.call('GET', '/openapi.json', token === undefined ? {} : { authorization: `Bearer ${token}` });
    documents.set(holder, json as Document);
  }
});
afterAll(() => gateway.close());

const operationsOf = ({ paths }: Document): Operation[] => Object.values(paths).flatMap((item) => Object.values(item));
const answerOf = ({ components }: Document, answer: Answer): Answer =>
  answer.$ref === undefined ? answer : components.responses[answer.$ref.split('/').at(-1)!]!;

/** Every schema of the document with its place; `top`: a component, or a whole body, answer or parameter. */
function schemasOf(document: Document): { place: string; schema: Json; top: boolean }[] {
  const all: { place: string; schema: Json; top: boolean }[] = [];
  const visit = (schema: unknown, place: string, top = false): void => {
    if (!isObject(schema)) return;
    all.push({ place, schema, top });
    for (const [name, each] of Object.entries((schema['properties'] ?? {}) as Json)) visit(each, `${place}.${name}`);
    visit(schema['items'], `${place}[]`);
    visit(schema['additionalProperties'], `${place}{}`);
    for (const word of ['oneOf', 'anyOf', 'allOf'])
      ((schema[word] ?? []) as unknown[]).forEach((each, at) => visit(each, `${place}/${word}/${at}`));
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, name, true);
  for (const { operationId, parameters, requestBody, responses } of operationsOf(document)) {
    for (const { name, schema } of parameters) visit(schema, `${operationId} ${String(name)}`, true);
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) visit(schema, `${operationId} ${type}`, true);
    for (const [status, answer] of Object.entries(responses))
      for (const [type, { schema }] of Object.entries(answer.content ?? {})) visit(schema, `${operationId} ${status} ${type}`, true);
  }
  return all;
}
const breaking = (document: Document, rule: (schema: Json, top: boolean) => boolean): string[] =>
  schemasOf(document)
    .filter(({ schema, top }) => rule(schema, top))
    .map(({ place }) => place);

describe.each(['nobody', ALL, 'a workspace', 'a reader', 'a narrowed writer', 'an operator'])(
  'the OpenAPI document for %s suits generators of clients',
  (holder) => {
    const document = (): Document => documents.get(holder)!;

    it('objects and unions inside other schemas have names', () => {
      const orNull = (union: unknown): boolean =>
        Array.isArray(union) && union.length === 2 && '$ref' in union[0] && (union[1] as Json)['type'] === 'null';
      const inline = ({ properties, oneOf, anyOf }: Json, top: boolean): boolean =>
        !top && (properties !== undefined || oneOf !== undefined || (anyOf !== undefined && !orNull(anyOf)));
      const exempt = /^Floor\//;
      expect(breaking(document(), inline).filter((place) => !exempt.test(place))).toEqual([]);
      const unnamed = ({ properties, oneOf }: Json): boolean => properties !== undefined || oneOf !== undefined;
      const tops = schemasOf(document()).filter(({ place, schema, top }) => top && place.includes(' ') && unnamed(schema));
      expect(tops.map(({ place }) => place)).toEqual([]);
    });

    it('names are classes of no language, and differ by more than case', () => {
      const names = Object.keys(document().components.schemas);
      expect(names.filter((name) => TAKEN.test(name) || !/^[A-Z][A-Za-z0-9]*$/.test(name) || /Inner$|[a-z]\d$/.test(name))).toEqual([]);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    });

    it('unions of objects have a discriminator that names each of them', () => {
      const unions = schemasOf(document()).filter(
        ({ schema }) => Array.isArray(schema['oneOf']) && schema['oneOf'].some((each) => '$ref' in (each as Json)),
      );
      const wrong = unions.filter(({ schema }) => {
        const { propertyName, mapping = {} } = (schema['discriminator'] ?? {}) as { propertyName?: string; mapping?: Json };
        const members = (schema['oneOf'] as { $ref: string }[]).map(({ $ref }) => $ref);
        return propertyName === undefined || members.sort().join() !== Object.values(mapping).sort().join();
      });
      expect(wrong.map(({ place }) => place)).toEqual([]);
    });

    it('numbers have a width; no union contains a list, and no set unnamed words, which Java clients cannot compile', () => {
      expect(breaking(document(), ({ type, format }) => type === 'number' && format !== 'double')).toEqual([]);
      const narrow = ({ type, format, maximum = Infinity }: Json): boolean =>
        type === 'integer' && format !== 'int64' && (maximum as number) >= 2 ** 31;
      expect(breaking(document(), narrow)).toEqual([]);
      expect(breaking(document(), ({ oneOf = [] }) => (oneOf as Json[]).some(({ type }) => type === 'array'))).toEqual([]);
      expect(breaking(document(), ({ uniqueItems, items }) => uniqueItems === true && (items as Json)['enum'] !== undefined)).toEqual([]);
    });

    it('patterns mean the same in Python, Go, Java, Rust and JavaScript', () => {
      const patterns = schemasOf(document()).flatMap(({ schema: { pattern } }) => (typeof pattern === 'string' ? [pattern] : []));
      expect(patterns.length).toBeGreaterThan(0);
      expect(patterns.filter((pattern) => NOT_PORTABLE.test(pattern.replaceAll(PORTABLE_ESCAPES, 'x')))).toEqual([]);
      for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
    });

    it('a client is bound to no workspace, and to the versions that exist', () => {
      const parameters = operationsOf(document()).flatMap(({ parameters }) => parameters);
      expect(parameters.filter(({ name, schema }) => name === 'groupID' && (schema as Json)['enum'] !== undefined)).toEqual([]);
      const version = document().components.parameters['WaymarkVersion'] as { schema: { $ref: string } };
      expect(document().components.schemas[version.schema.$ref.split('/').at(-1)!]).toMatchObject({
        type: 'string',
        enum: API_VERSIONS.map(({ date }) => date),
      });
    });

    it('operations, parameters, schemas, properties, answers and headers have descriptions', () => {
      const silent = operationsOf(document()).flatMap(({ operationId, summary, description, parameters, responses }) => [
        ...(summary && description.replace(/(?:^|\n\n)(?:Needs|Open to) [^\n]*$/, '') ? [] : [operationId]),
        ...parameters.filter((each) => !('$ref' in each) && !each['description']).map(({ name }) => `${operationId} ${String(name)}`),
        ...Object.entries(responses)
          .filter(([, answer]) => !answerOf(document(), answer).description || /^Done\b/.test(answerOf(document(), answer).description!))
          .map(([status]) => `${operationId} ${status}`),
        ...Object.entries(responses).flatMap(([status, answer]) =>
          Object.entries(answerOf(document(), answer).headers ?? {})
            .filter(([, header]) => !header['description'])
            .map(([name]) => `${operationId} ${status} ${name}`),
        ),
      ]);
      expect(silent).toEqual([]);
      const plain = Object.entries(document().components.schemas).flatMap(([name, { description, properties = {} }]) => [
        ...(description ? [] : [name]),
        ...Object.entries(properties as Record<string, Json>)
          .filter(([, each]) => !('$ref' in each) && !each['description'])
          .map(([property]) => `${name}.${property}`),
      ]);
      expect(plain).toEqual([]);
    });

    it('schemas, properties and every body and answer in JSON have an example that matches its schema', () => {
      const { schemas } = document().components;
      const exampleless = Object.entries(schemas).flatMap(([name, { example, properties = {} }]) => [
        ...(example === undefined ? [name] : []),
        ...Object.entries(properties as Record<string, Json>)
          .filter(([, each]) => each['example'] === undefined && !Array.isArray(each['type']) && !JSON.stringify(each).includes('"$ref"'))
          .map(([property]) => `${name}.${property}`),
      ]);
      expect(exampleless).toEqual([]);
      const media = operationsOf(document()).flatMap(({ operationId, requestBody, responses }) =>
        [
          ['body', requestBody] as const,
          ...Object.entries(responses).map(([status, each]) => [status, answerOf(document(), each)] as const),
        ]
          .flatMap(([which, each]) =>
            Object.entries(each?.content ?? {}).map(([type, content]) => ({ place: `${operationId} ${which} ${type}`, content })),
          )
          .filter(({ place }) => /[/+]json$/.test(place)),
      );
      expect(media.length).toBeGreaterThan(20);
      const without = media.filter(
        ({ content: { schema, example, examples } }) =>
          example === undefined &&
          examples === undefined &&
          (schema?.['$ref'] === undefined || schemas[(schema['$ref'] as string).split('/').at(-1)!]?.['example'] === undefined),
      );
      expect(without.map(({ place }) => place)).toEqual([]);
      const values = new Map(Object.entries(schemas).map(([name, { example }]) => [name, [example]]));
      for (const { content } of media) {
        const { schema, example, examples = {} } = content;
        const shown = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
        const entries = schema?.['type'] === 'array' ? (schema['items'] as Json) : schema;
        const all = values.get(String(entries?.['$ref']).split('/').at(-1)!);
        if (all !== undefined) all.push(...(schema?.['type'] === 'array' ? shown.flat() : shown));
      }
      // All in one compilation, because separate ones would each compile all referenced schemas again.
      const properties = Object.fromEntries(
        [...values.keys()].map((name) => [name, { type: 'array', items: { $ref: `#/components/schemas/${name}` } }]),
      );
      const keeps = describedBy({ ...schemas, All: { type: 'object', properties } })('All');
      keeps(Object.fromEntries(values));
      expect((keeps.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
    });
  },
);

it('rules that are broken are seen', () => {
  const strange = ['\\p{L}', '[^]*', '(?=a)', '(?<n>a)', '\\d+', '\\1', 'a++', '[[:alpha:]]', '\\u00a0', 'a{,3}'];
  expect(strange.filter((pattern) => !NOT_PORTABLE.test(pattern.replaceAll(PORTABLE_ESCAPES, 'x')))).toEqual([]);
  const document = {
    paths: {},
    components: { schemas: { A: { properties: { b: { properties: { c: {} } }, d: { oneOf: [] } } } }, responses: {}, parameters: {} },
  };
  expect(breaking(document, ({ properties, oneOf }, top) => !top && (properties ?? oneOf) !== undefined)).toEqual(['A.b', 'A.d']);
  expect(['String', 'Number', 'File', 'Field', 'List'].filter((name) => !TAKEN.test(name))).toEqual([]);
});
