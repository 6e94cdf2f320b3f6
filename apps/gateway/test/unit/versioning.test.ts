import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementLimits } from '#contracts/dto/element-limits.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { answerErrorsWithProblems, installProblems } from '#problems/install-problems.js';
import { Problem } from '#problems/problem.js';
import { completeDocument } from '../../src/openapi/complete-document.js';
import { answerInVersions, API_VERSIONS, NEWEST_VERSION } from '../../src/routes/api-versions.js';
import { announceDeprecations, deprecationHeaders } from '../../src/routes/deprecation.js';
import type { GatewayRoute } from '../../src/routes/gateway-route.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

const END = { since: '2027-03-01', sunset: '2028-03-01', link: 'https://waymark.example/versioning' };
const LINKS =
  '<https://waymark.example/versioning>; rel="deprecation"; type="text/html", ' +
  '<https://waymark.example/versioning>; rel="sunset"; type="text/html"';

/** A separate table, since nothing in the real one is deprecated. */
const TABLE: GatewayRoute[] = [
  {
    name: 'old',
    method: 'GET',
    path: '/old/:id',
    scope: null,
    produces: ['application/json'],
    tag: 'Service',
    summary: 'An old way',
    deprecated: END,
  },
  { name: 'new', method: 'GET', path: '/new', scope: null, produces: ['application/json'], tag: 'Service', summary: 'The new way' },
];

describe('the gateway', () => {
  let gateway: GatewayInTest;
  beforeAll(async () => {
    gateway = await startGateway('http://127.0.0.1:1');
  });
  afterAll(() => gateway.close());

  it('names the version in every answer, including refusals and unknown paths', async () => {
    for (const path of ['/health/live', '/groups/ws1/changes', '/nowhere', '/%zz', '/openapi.json']) {
      const { headers } = await gateway.call('GET', path);
      expect([path, headers['waymark-version']]).toEqual([path, API_VERSIONS[0]!.date]);
      expect(headers).not.toHaveProperty('deprecation');
    }
  });

  it('accepts a known version, and refuses another one with a list of the known versions', async () => {
    expect((await gateway.call('GET', '/health/live', { 'waymark-version': NEWEST_VERSION })).status).toBe(200);
    for (const version of ['2020-01-01', '', 'latest', `${NEWEST_VERSION}, ${NEWEST_VERSION}`, 'constructor']) {
      const { status, json, headers } = await gateway.call('GET', '/health/live', { 'waymark-version': version });
      expect([version, status, json.type, json.versions]).toEqual([
        version,
        400,
        'urn:waymark:problem:unknown-version',
        API_VERSIONS.map(({ date }) => date),
      ]);
      expect(json.errors[0].pointer).toBe('Waymark-Version');
      expect(json.detail).toContain(NEWEST_VERSION);
      expect(headers['waymark-version']).toBe(API_VERSIONS[0]!.date);
    }
  });

  it('describes the header once', async () => {
    const { json } = await gateway.call('GET', '/openapi.json');
    expect(json.info.version).toBe(NEWEST_VERSION);
    expect(json.components.parameters.WaymarkVersion.name).toBe('Waymark-Version');
    for (const item of Object.values<Record<string, { parameters: object[] }>>(json.paths)) {
      for (const { parameters } of Object.values(item))
        expect(parameters).toContainEqual({ $ref: '#/components/parameters/WaymarkVersion' });
    }
  });
});

describe('a deprecation', () => {
  let fastify: FastifyInstance;
  beforeAll(() => {
    fastify = Fastify(problemFastifyOptions);
    installProblems(fastify);
    answerErrorsWithProblems(fastify);
    answerInVersions(fastify, [{ date: '2026-11-21', deprecated: END }, { date: '2027-03-01' }]);
    // Replaces the check of tokens.
    fastify.addHook('onRoute', (route) => {
      route.onRequest = (request, _reply, done) =>
        done(request.headers['x-stranger'] === undefined ? undefined : new Problem('unauthenticated'));
    });
    announceDeprecations(fastify, TABLE);
    for (const { method, path } of TABLE) fastify.route({ method, url: path, handler: () => ({}) });
  });
  afterAll(() => fastify.close());

  const ask = (url: string, headers: Record<string, string> = { 'waymark-version': '2027-03-01' }) => fastify.inject({ url, headers });

  it('marks every answer of a route, including refusals, but not of other routes', async () => {
    for (const headers of [{ 'waymark-version': '2027-03-01' }, { 'waymark-version': '2027-03-01', 'x-stranger': 'yes' }] as Record<
      string,
      string
    >[]) {
      const answer = await ask('/old/7', headers);
      expect(answer.statusCode).toBe('x-stranger' in headers ? 401 : 200);
      expect(answer.headers).toMatchObject({ deprecation: '@1803859200', sunset: 'Wed, 01 Mar 2028 00:00:00 GMT', link: LINKS });
    }
    expect((await ask('/new')).headers).not.toHaveProperty('deprecation');
  });

  it('marks the answers of a version, whether the client names it or none', async () => {
    for (const headers of [{}, { 'waymark-version': '2026-11-21' }] as Record<string, string>[]) {
      expect((await ask('/new', headers)).headers).toMatchObject({
        'waymark-version': '2026-11-21',
        deprecation: '@1803859200',
        sunset: 'Wed, 01 Mar 2028 00:00:00 GMT',
        link: LINKS,
      });
    }
    expect((await ask('/new')).headers['waymark-version']).toBe('2027-03-01');
  });

  it('is marked in the OpenAPI document', () => {
    const { paths } = completeDocument(
      { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} },
      { ...elementLimits, elements: 1, bodyBytes: 1, pictureBytes: 524_288, defaultWaitSeconds: 1 },
      {},
      TABLE,
    );
    expect(paths['/old/{id}']!.get!.deprecated).toBe(true);
    expect(paths['/new']!.get).not.toHaveProperty('deprecated');
  });

  it.each([
    ['a date that is none', { ...END, since: 'soon' }],
    ['an end before the beginning', { ...END, sunset: '2027-02-28' }],
  ])('refuses %s', (_what, deprecation) => {
    expect(() => deprecationHeaders(deprecation)).toThrow(/deprecat/);
  });
});
