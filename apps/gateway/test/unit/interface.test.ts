import { Controller, Delete, Get, Module, Patch, Post, Put } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RefusedElement } from '#contracts/command.js';
import { type Scope, SCOPES } from '#contracts/directory/scopes.js';
import { elementLimits } from '#contracts/dto/element-limits.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { mintApiToken } from '#testing/token-keys.js';
import { openApiPath } from '../../src/openapi/complete-document.js';
import { operationsFor } from '../../src/openapi/operations.js';
import { schemasFor } from '../../src/openapi/schemas.js';
import { ROUTES } from '../../src/routes/routes.js';
import { answerOf } from '../../src/writes/answer.js';
import { describedBy } from './described-by.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

/** The writing routes with their public addresses, and one that is missing in the table. */
@Controller('groups/:group')
class Writing {
  @Get('operations/:id') operation(): object {
    return {};
  }
  @Patch('externalObjects/:id') edit(): object {
    return {};
  }
  @Post('externalObjects/:id/archive') archive(): object {
    return {};
  }
  @Post('externalObjects/:id/restore') restore(): object {
    return {};
  }
  @Delete('externalObjects/:id') erase(): object {
    return {};
  }
  @Put('externalObjects/:id/picture') putPicture(): object {
    return {};
  }
  @Delete('externalObjects/:id/picture') removePicture(): object {
    return {};
  }
  @Put('externalObjects/:id/hold') hold(): object {
    return {};
  }
  @Delete('externalObjects/:id/hold') release(): object {
    return {};
  }
  @Delete('forgotten/:id') forgotten(): object {
    return {};
  }
}

@Controller('operator/workspaces/:workspace')
class WritingOfOperators {
  @Delete('externalObjects/:id/hold') release(): object {
    return {};
  }
  @Delete('ids/:id') releaseId(): object {
    return {};
  }
  @Post('adoptions') adoptChanges(): object {
    return {};
  }
}

@Module({ controllers: [Writing, WritingOfOperators] })
class WritingModule {}

let gateway: GatewayInTest;
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1', {}, [WritingModule]);
});
afterAll(() => gateway.close());

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
async function whole(): Promise<any> {
  const { json } = await gateway.call('GET', '/openapi.json', {
    authorization:
      'Bearer ' +
      `${await mintApiToken(gateway.keys, { subject: 'person:1', workspaces: ['ws1'], scopes: Object.keys(SCOPES) as Scope[], expiresInSeconds: 600 })}`,
  });
  return json;
}

type Described = { operationId: string; summary: string; description: string; responses: object; security: object[] };

const operationsOf = (document: { paths: object }): string[] =>
  Object.entries(document.paths)
    .flatMap(([path, item]) => Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
const described = (routes: typeof ROUTES): string[] => routes.map(({ method, path }) => `${method} ${openApiPath(path)}`).sort();

describe('/openapi.json', () => {
  it('describes exactly the routes of the table to callers that may use all of them', async () => {
    const json = await whole();
    expect(operationsOf(json)).toEqual(described(ROUTES));
    expect(json.openapi).toMatch(/^3\./);
  });

  it('shows only the public part without a token', async () => {
    const { json, text } = await gateway.call('GET', '/openapi.json');
    expect(operationsOf(json)).toEqual(described(ROUTES.filter(({ scope, ofOperation }) => scope === null && ofOperation !== true)));
    expect(operationsOf(json)).not.toContain('GET /metrics');
    expect(text).not.toMatch(/\/groups|\/operator|ExternalObject|"Workspace/);
    expect(json.components.securitySchemes).toHaveProperty('token');
  });

  it('shows a token only the operations that it may call', async () => {
    for (const scopes of [['objects:write'], ['objects:read'], ['feed:read'], ['feed:read', 'objects:read'], []] as const) {
      const { json } = await gateway.call('GET', '/openapi.json', { authorization: `Bearer ${await gateway.token(['ws1'], [...scopes])}` });
      expect(operationsOf(json)).toEqual(
        described(
          ROUTES.filter(({ scope, ofPeople, ofOperation }) =>
            scope === null ? ofOperation !== true : ofPeople !== true && (scope === 'any' || (scopes as readonly string[]).includes(scope)),
          ),
        ),
      );
    }
    expect((await gateway.call('GET', '/openapi.json', { authorization: 'Bearer a.b.c' })).status).toBe(401);
  });

  it('has no reference that leads nowhere, and a description, security and answers of each operation', async () => {
    const json = await whole();
    for (const [, name] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(json.components.schemas).toHaveProperty(name!);
    expect(
      Object.keys(operationsFor({ ...elementLimits, elements: 1, bodyBytes: 1, pictureBytes: 524_288, defaultWaitSeconds: 1 })).sort(),
    ).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
    const ids = new Set<string>();
    for (const item of Object.values<Record<string, Described>>(json.paths)) {
      for (const operation of Object.values(item)) {
        ids.add(operation.operationId);
        expect(operation.summary.length).toBeGreaterThan(10);
        expect(Object.keys(operation.responses).some((status) => ['200', '201', '202', '204', '302'].includes(status))).toBe(true);
        expect(operation.security).toEqual(/Needs (the scope|a valid token)/.test(operation.description) ? [{ token: [] }] : []);
      }
    }
    expect(ids.size).toBe(ROUTES.length);
  });
});

describe('the description in /openapi.json of', () => {
  it.each([
    [
      'applied',
      '01-a',
      [
        [0, 'a', 'created', 1, false],
        [1, 'a', 'updated', 2, true],
      ],
      [],
    ],
    [
      'some refused',
      '01-a',
      [[1, 'a', 'rejected', 'belongs-to-another-workspace', 'foreign']],
      [{ index: 0, externalId: null, code: 'invalid', detail: 'no', pointer: '/0' }],
    ],
    ['all refused', null, [], [{ index: 0, externalId: null, code: 'invalid', detail: 'no', pointer: '/0' }]],
  ] as [string, string | null, ElementOutcome[], RefusedElement[]][])(
    'an answer is what is answered: %s',
    (_name, id, outcomes, refused) => {
      const texts = describedBy(schemasFor(elementLimits))('OperationAnswer');
      expect([texts(JSON.parse(answerOf(id, outcomes, refused).body)), texts.errors]).toEqual([true, null]);
      expect(texts({ results: [] })).toBe(false);
    },
  );

  it('a status that stands for refused elements and for a problem names both', async () => {
    const json = await whole();
    for (const status of ['403', '422']) {
      expect(Object.keys(json.paths['/groups/{groupID}/externalObjects'].post.responses[status].content)).toEqual([
        'application/json',
        'application/problem+json',
      ]);
    }
  });
});

describe('default deny', () => {
  it('a route that is not in the table is refused to every token', async () => {
    const authorization = `Bearer ${await gateway.token(['ws1'], ['objects:read', 'objects:write', 'feed:read'])}`;
    expect((await gateway.call('DELETE', '/groups/ws1/externalObjects/a', { authorization })).status).toBe(403);
  });

  it('each route needs exactly its scope', async () => {
    const scopes = Object.keys(SCOPES) as Scope[];
    // As a person, because some routes are for people only.
    const tokenOf = (granted: Scope[]): Promise<string> =>
      mintApiToken(gateway.keys, { subject: 'person:1', workspaces: ['ws1'], scopes: granted, expiresInSeconds: 600 });
    const tokens = new Map(await Promise.all(scopes.map(async (scope) => [scope, `Bearer ${await tokenOf([scope])}`] as const)));
    const all = `Bearer ${await tokenOf(scopes)}`;
    for (const route of ROUTES.filter(({ scope }) => scope !== null && scope !== 'any')) {
      const path = route.path.replace(':groupID', 'ws1').replace(/:[a-zA-Z]+/g, 'x');
      const refused = await Promise.all(
        scopes.map(async (scope) => [
          scope,
          (await gateway.call(route.method, path, { authorization: tokens.get(scope)! })).status === 403,
        ]),
      );
      expect([route.path, refused]).toEqual([route.path, scopes.map((scope) => [scope, scope !== route.scope])]);
      expect((await gateway.call(route.method, path)).status).toBe(401);
      if (path.includes('ws1'))
        expect((await gateway.call(route.method, path.replace('ws1', 'ws2'), { authorization: all })).status).toBe(403);
    }
  });
});

describe('/docs', () => {
  it('sends no unrequested header, although the page fills in examples', async () => {
    const json = await whole();
    const parameters = Object.values<Record<string, { parameters: { name: string; in: string }[] }>>(json.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation.parameters),
    );
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.length).toBeGreaterThan(4);
    for (const parameter of headers) expect(Object.keys(parameter)).not.toContain('example');
  });

  it('is a page that loads nothing from other servers', async () => {
    const page = await gateway.call('GET', '/docs', { accept: 'text/html' });
    expect(page.status).toBe(200);
    const policy = page.headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.text).not.toMatch(/https?:|<script>|style=|\son[a-z]+=/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(parts).toHaveLength(5);
    for (const part of parts) {
      const file = await gateway.call('GET', part);
      expect([part, file.status]).toEqual([part, 200]);
      expect(file.text.length).toBeGreaterThan(10);
      expect((await gateway.call('GET', part, { 'if-none-match': file.headers.etag! })).status).toBe(304);
    }
  });

  it.each(['..%2f..%2fpackage.json', 'package.json', 'constructor', '__proto__', 'index.html%00'])(
    'gives nothing else away: %s',
    async (name) => {
      expect((await gateway.call('GET', `/docs/${name}`)).status).toBe(404);
    },
  );
});
