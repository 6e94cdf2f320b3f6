import { runInNewContext } from 'node:vm';
import { Parser } from '@asyncapi/parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldRecord, WorkspaceRecord } from '#contracts/directory/records.js';
import { type Scope, SCOPES, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { ExternalObjectUpdateDto } from '#contracts/dto/external-object-update.dto.js';
import { ObjectEditDto } from '#contracts/dto/object-edit.dto.js';
import type { Narrowing } from '#identity/caller.js';
import { mintToken } from '#identity/token-minting.js';
import { docsFiles } from '../../src/openapi/docs-files.js';
import { topicServers } from '../../src/openapi/topic-servers.js';
import { ROUTES } from '../../src/routes/routes.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

let gateway: GatewayInTest;
let revision = 100;
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1');
  const workspace = (id: string, more: Partial<WorkspaceRecord>): void =>
    gateway.directory.apply({
      key: `workspace:${id}`,
      revision: (revision += 1),
      body: { id, name: id, formerNames: [], status: 'active', plan: 'unlimited', createdAt: '', ...more },
    });
  workspace('alpha', { name: 'Alpha Harbour' });
  workspace('beta', {});
  workspace('held', { status: 'suspended' });
  workspace('ending', { status: 'deleting' });
  define('alpha', 'speed', { min: 0, max: 1, unit: 'km/h' });
  define('alpha', 'secretOfAlpha', { type: 'Category', categories: [{ namespace: 'state', categoryName: 'loading' }] });
  define('beta', 'tide', { type: 'String' });
});
afterAll(() => gateway.close());

function define(workspace: string, name: string, more: Partial<FieldRecord>): void {
  gateway.directory.apply({
    key: `field:${workspace}:${name}`,
    revision: (revision += 1),
    body: { workspace, name, type: 'Number', review: 'approved', onConflict: 'warn', ...more },
  });
}

interface Operation {
  operationId: string;
  parameters: { name: string; schema: { enum?: string[] }; examples?: Record<string, { value: string }> }[];
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { summary: string; value: unknown }> }> };
}

async function document(token: string | undefined): Promise<{ text: string; operations: Map<string, Operation> }> {
  const { status, json, text } = await gateway.call(
    'GET',
    '/openapi.json',
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
  expect(status).toBe(200);
  const all = Object.values<Record<string, Operation>>(json.paths).flatMap((item) => Object.values(item));
  return { text, operations: new Map(all.map((operation) => [operation.operationId, operation])) };
}

/** Workspaces are examples: an enum would bind generated clients to the workspaces of one token. */
function workspacesOf(operation: Operation | undefined): string[] | undefined {
  const parameter = operation?.parameters.find(({ name }) => name === 'groupID');
  expect(parameter?.schema.enum).toBeUndefined();
  return parameter?.examples && Object.values(parameter.examples).map(({ value }) => value);
}

describe('/openapi.json by token', () => {
  it('is valid OpenAPI for every caller', async () => {
    const tokens = [
      undefined,
      await gateway.token(['alpha', 'beta'], Object.keys(SCOPES) as Scope[]),
      await gateway.token(['alpha'], ['objects:write'], { types: ['crane'], fields: [] }),
      await gateway.token([], ['operator']),
    ];
    for (const token of tokens) {
      const result = await new Validator().validate(JSON.parse((await document(token)).text) as Record<string, unknown>);
      expect(result.errors ?? []).toEqual([]);
      expect(result.valid).toBe(true);
    }
    expect(
      (await new Validator().validate({ openapi: '3.0.0', info: { title: 'x', version: '1' }, paths: { '/a': { get: {} } } })).valid,
    ).toBe(false);
  });

  it('lists the workspaces in which each operation is allowed, by role and by the state of the workspace', async () => {
    const { operations } = await document(
      await mintToken(gateway.keys.privateJwk, {
        tokenId: 'p',
        subject: 'person:1',
        roles: { alpha: 'editor', beta: 'viewer', held: 'admin', ending: 'admin', unborn: 'admin' },
        operator: false,
        expiresInSeconds: 60,
        issuer: 'waymark',
        audience: 'waymark',
      }),
    );
    expect(workspacesOf(operations.get('updateObjects'))).toEqual(['alpha']);
    expect(workspacesOf(operations.get('listObjects'))).toEqual(['alpha', 'beta', 'held']);
    expect(workspacesOf(operations.get('listWorkspaceTokens'))).toEqual(['held']);
    expect(operations.has('createWorkspaceToken')).toBe(false);
    expect(operations.has('listWorkspaces')).toBe(false);
  });

  it('has valid examples with the caller’s own fields and categories, and none of other workspaces', async () => {
    const { text, operations } = await document(await gateway.token(['alpha'], [...WORKSPACE_SCOPES]));
    const { examples, example } = operations.get('updateObjects')!.requestBody!.content['application/json']!;
    expect(example).toBeUndefined();
    expect(examples).toEqual({
      alpha: {
        summary: 'Alpha Harbour',
        value: [
          {
            externalId: 'forklift-17',
            locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
            fieldValues: [
              { type: 'Number', field: 'speed', value: 1 },
              { type: 'Category', field: 'secretOfAlpha', value: { namespace: 'state', categoryName: 'loading' } },
            ],
            initialExternalObject: { title: 'Forklift 17' },
          },
        ],
      },
    });
    expect(compileDto(ExternalObjectUpdateDto)((examples!.alpha!.value as unknown[])[0])).toBeUndefined();
    for (const media of Object.values(operations.get('editObject')!.requestBody!.content))
      expect(compileDto(ObjectEditDto)(media.examples!.alpha!.value)).toBeUndefined();
    expect(text).not.toMatch(/beta|tide/);
    const other = await document(await gateway.token(['beta'], [...WORKSPACE_SCOPES]));
    expect(other.text).toContain('tide');
    expect(other.text).not.toMatch(/alpha|Alpha|secretOfAlpha/);
  });

  it('shows the operations on one’s own account only to people', async () => {
    const person = await mintToken(gateway.keys.privateJwk, {
      tokenId: 'p2',
      subject: 'person:1',
      roles: { alpha: 'viewer' },
      operator: false,
      expiresInSeconds: 60,
      issuer: 'waymark',
      audience: 'waymark',
    });
    const own = async (token: string): Promise<string[]> =>
      [...(await document(token)).operations.keys()].filter((name) => ['changePassword'].includes(name));
    expect(await own(person)).toEqual(['changePassword']);
    expect(await own(await gateway.token(['alpha'], [...WORKSPACE_SCOPES]))).toEqual([]);
  });

  it('follows the directory at once', async () => {
    const token = await gateway.token(['beta'], ['objects:write']);
    expect((await document(token)).text).not.toContain('draught');
    define('beta', 'draught', {});
    expect((await document(token)).text).toContain('draught');
    define('beta', 'draught', { review: 'ignored' });
    expect((await document(token)).text).not.toContain('draught');
  });

  it.each([[{ types: ['crane'] }], [{ idPrefix: 'b-' }], [{ fields: ['speed'] }]] as [Narrowing][])(
    'shows a narrowed token (%j) only what its narrowing allows, with examples inside it',
    async (narrowed) => {
      const { text, operations } = await document(await gateway.token(['alpha'], Object.keys(SCOPES) as Scope[], narrowed));
      expect([...operations.keys()].sort()).toEqual(
        ROUTES.filter((route) => route.scope === null || route.narrowing === 'enforced')
          .map(({ name }) => name)
          .sort(),
      );
      const [update] = operations.get('updateObjects')!.requestBody!.content['application/json']!.examples!.alpha!.value as {
        externalId: string;
        fieldValues: { field: string }[];
        initialExternalObject: { type?: string };
      }[];
      expect([update!.initialExternalObject.type, update!.externalId, update!.fieldValues.length]).toEqual([
        narrowed.types?.[0],
        `${narrowed.idPrefix ?? ''}forklift-17`,
        narrowed.fields ? 1 : 2,
      ]);
      if (narrowed.fields) expect(text).not.toContain('secretOfAlpha');
    },
  );
});

describe('/asyncapi.json', () => {
  const topics = async (token: string | undefined): Promise<[number, string[] | undefined]> => {
    const { status, json } = await gateway.call('GET', '/asyncapi.json', token === undefined ? {} : { authorization: `Bearer ${token}` });
    return [status, json.channels && Object.keys(json.channels as object)];
  };

  it('has examples with the caller’s own workspaces and fields only, and they match the schemas', async () => {
    const ask = async (token: string) => (await gateway.call('GET', '/asyncapi.json', { authorization: `Bearer ${token}` })).text;
    const text = await ask(await gateway.token(['alpha'], ['feed:read']));
    const { components } = JSON.parse(text) as {
      components: {
        messages: Record<string, { payload: object; headers: object; examples?: { name: string; payload: object; headers: object }[] }>;
      };
    };
    const state = components.messages['waymark.object.state.v1']!;
    expect(state.examples![0]).toMatchObject({
      name: 'alpha',
      headers: { ce_source: '/groups/alpha' },
      payload: {
        workspace: 'alpha',
        fields: { speed: { type: 'Number', value: 1 }, secretOfAlpha: { value: { namespace: 'state', categoryName: 'loading' } } },
      },
    });
    expect(text).not.toMatch(/beta|tide/);
    expect(await ask(await gateway.token(['beta'], ['feed:read']))).not.toMatch(/alpha|secretOfAlpha/);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const shown = Object.values(components.messages).filter(({ examples }) => examples !== undefined);
    expect(shown).toHaveLength(3);
    for (const { payload, headers, examples } of shown) {
      for (const example of examples!)
        expect([ajv.validate(payload, example.payload) || ajv.errors, ajv.validate(headers, example.headers) || ajv.errors]).toEqual([
          true,
          true,
        ]);
    }
    const { diagnostics } = await new Parser().parse(text);
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  });

  it('shows the brokers of consumers to readers of the topics, and those of the services to operators only', () => {
    const login = { kafkaTls: true, kafkaSaslMechanism: 'scram-sha-512' as const };
    const own = { ...login, kafkaBrokers: ['kafka:9092'], consumerBrokers: ['b1.example:9094', 'b2.example:9094'] };
    const server = (host: string) => ({ host, protocol: 'kafka-secure', security: [{ $ref: '#/components/securitySchemes/login' }] });
    expect(topicServers(own, 'public')).toMatchObject({
      servers: { servers: { 'broker-1': server('b1.example:9094'), 'broker-2': server('b2.example:9094') } },
    });
    expect(topicServers(own, 'public').securitySchemes).toEqual({ securitySchemes: { login: { type: 'scramSha512' } } });
    expect(topicServers({ ...own, consumerBrokers: [] }, 'public')).toEqual({});
    expect(topicServers({ ...own, consumerBrokers: [] }, 'internal')).toMatchObject({
      servers: { servers: { 'broker-1': server('kafka:9092') } },
    });
    const plain = { kafkaTls: false, kafkaSaslMechanism: 'none' as const, kafkaBrokers: ['127.0.0.1:19092'], consumerBrokers: [] };
    expect(topicServers(plain, 'internal').servers).toMatchObject({
      servers: { 'broker-1': { host: '127.0.0.1:19092', protocol: 'kafka' } },
    });
    expect(topicServers(plain, 'internal').securitySchemes).toBeUndefined();
  });

  it('is accepted by the reference parser with its servers', async () => {
    const { text } = await gateway.call('GET', '/asyncapi.json', { authorization: `Bearer ${await gateway.token([], ['operator'])}` });
    expect(JSON.parse(text)).toMatchObject({ asyncapi: '3.1.0', servers: { 'broker-1': { protocol: 'kafka' } } });
    const { document, diagnostics } = await new Parser().parse(text);
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(document!.servers().all()).toHaveLength(1);
  });

  it('shows the public topics to readers of changes, the others to operators, and nothing to anyone else', async () => {
    expect(await topics(await gateway.token(['alpha'], ['objects:write']))).toEqual([200, []]);
    expect(await topics(await gateway.token(['ending'], ['feed:read']))).toEqual([200, []]);
    expect((await topics(undefined))[0]).toBe(401);
    expect((await topics('a.b.c'))[0]).toBe(401);
    expect(await topics(await gateway.token(['alpha'], ['feed:read']))).toEqual([
      200,
      ['object-events', 'object-state', 'area-state', 'area-events'],
    ]);
    expect(await topics(await gateway.token(['alpha'], ['feed:read'], { types: ['crane'] }))).toEqual([
      200,
      ['object-events', 'object-state', 'area-state', 'area-events'],
    ]);
    expect((await topics(await gateway.token([], ['operator'])))[1]).toEqual([
      'object-commands',
      'object-outcomes',
      'object-events',
      'object-state',
      'directory-state',
      'access-events',
      'area-state',
      'area-events',
    ]);
  });
});

describe('the page', () => {
  interface Options {
    plugins: {
      statePlugins: {
        auth: {
          wrapActions: Record<
            'authorize' | 'logout',
            (original: (given: unknown) => string, system: object) => (given: unknown) => unknown
          >;
        };
      };
    }[];
    requestInterceptor(request: { loadSpec?: boolean; headers: Record<string, string> }): { headers: Record<string, string> };
  }

  /** Runs the page's script with a gateway that gives this answer. */
  function page(answer: { status: number; detail?: string }) {
    let options: Options | undefined;
    const refusal = { textContent: '', hidden: true };
    const fetched: unknown[] = [];
    runInNewContext(docsFiles().get('start.js')!.content.toString(), {
      SwaggerUIBundle: (given: Options) => (options = given),
      document: { getElementById: (id: string) => (id === 'refusal' ? refusal : undefined) },
      fetch: (address: string, { headers }: { headers: object }) => {
        fetched.push([address, { ...headers }]);
        return Promise.resolve({ status: answer.status, json: () => Promise.resolve({ detail: answer.detail }) });
      },
    });
    const requests: string[] = [];
    const system = { specActions: { download: (address: string) => requests.push(address) } };
    const { authorize, logout } = options!.plugins[0]!.statePlugins.auth.wrapActions;
    const spec = (): unknown => ({ ...options!.requestInterceptor({ loadSpec: true, headers: {} }).headers });
    const other = (): unknown => ({ ...options!.requestInterceptor({ headers: {} }).headers });
    return { refusal, fetched, requests, system, authorize, logout, spec, other };
  }

  it('requests the document again with the entered token, and sends the token nowhere else', async () => {
    const { refusal, fetched, requests, system, authorize, logout, spec, other } = page({ status: 200 });
    expect(spec()).toEqual({});
    expect(await authorize(() => 'done', system)({ token: { value: 'a.b.c' } })).toBe('done');
    expect([spec(), requests, fetched]).toEqual([
      { Authorization: 'Bearer a.b.c' },
      ['/openapi.json'],
      [['/openapi.json', { Authorization: 'Bearer a.b.c' }]],
    ]);
    expect([other(), refusal.hidden]).toEqual([{}, true]);
    expect(logout(() => 'done', system)(['token'])).toBe('done');
    expect([spec(), requests.length]).toEqual([{}, 2]);
  });

  it('shows the gateway’s reason for refusing a token, and the public part of the document', async () => {
    const { refusal, requests, system, authorize, spec } = page({ status: 401, detail: 'The token has expired.' });
    let authorised = false;
    await authorize(() => String((authorised = true)), system)({ token: { value: 'a.b.c' } });
    expect([authorised, spec(), requests]).toEqual([false, {}, ['/openapi.json']]);
    expect(refusal).toEqual({
      hidden: false,
      textContent: 'This token is refused: The token has expired. Shown is what is open to anyone.',
    });
    const { text } = await gateway.call('GET', '/docs');
    expect(text).toMatch(/<p id="refusal" role="alert" hidden>/);
    expect((await gateway.call('GET', '/openapi.json', { authorization: 'Bearer a.b.c' })).json).toMatchObject({
      status: 401,
      detail: expect.any(String) as string,
    });
  });

  it('relies on the behaviour of the shipped Swagger UI', () => {
    const bundle = docsFiles().get('swagger-ui-bundle.js')!.content.toString();
    for (const part of ['loadSpec:!0', 'authorizeWithPersistOption', 'logoutWithPersistOption', 'wrapActions'])
      expect(bundle).toContain(part);
  });
});
