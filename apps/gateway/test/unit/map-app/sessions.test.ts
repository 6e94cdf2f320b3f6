import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Problem } from '#problems/problem.js';
import { SessionsController } from '../../../src/app/sessions/sessions.controller.js';
import type { ServiceAnswer } from '../../../src/services/service-client.js';

const TOKEN = 'a'.repeat(43);

/** The session routes with a directory that always gives this answer. */
function world(status: number, body: object) {
  const requests: { path: string; body: string }[] = [];
  const headers: Record<string, string> = {};
  const reply = {
    header: (name: string, value: string) => ((headers[name] = value), reply),
    headers: (given: Record<string, string>) => (Object.assign(headers, given), reply),
    code: () => reply,
    send: () => reply,
  };
  let answered: ServiceAnswer | undefined;
  const sessions = new SessionsController(
    {
      bodies: { of: () => Promise.resolve(Buffer.from('{}')) },
      send: (_request, { path, body: sent }) => {
        requests.push({ path, body: String(sent) });
        return Promise.resolve({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) });
      },
      answer: (_reply, answer) => ((answered = answer), reply as unknown as FastifyReply),
    },
    { appUrl: '' },
  );
  const request = {
    headers: { 'waymark-app': '1' },
    raw: { headers: { cookie: `waymark_session=${TOKEN}` } },
    host: 'localhost',
    protocol: 'http',
  } as unknown as FastifyRequest;
  return {
    refresh: () => sessions.refresh(request, reply as unknown as FastifyReply),
    logout: () => sessions.logout(request, reply as unknown as FastifyReply),
    requests,
    headers,
    answered: () => answered,
  };
}

const problem = (type: string): object => ({ type: `urn:waymark:problem:${type}` });

describe('going on with a session', () => {
  it.each([
    [503, problem('not-ready')],
    [503, problem('overloaded')],
    [429, problem('too-many-requests')],
    [500, problem('internal')],
    [401, problem('unauthenticated')],
    [401, {}],
  ])('keeps the cookie when the directory says %i %j', async (status, body) => {
    const { refresh, headers, answered, requests } = world(status, body);
    await refresh();
    expect(headers).toEqual({});
    expect(answered()!.status).toBe(status);
    expect(requests).toEqual([{ path: '/auth/refresh', body: `{"refreshToken":"${TOKEN}"}` }]);
  });

  it('loses it when the session is over', async () => {
    const error = await world(401, problem('session-ended'))
      .refresh()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({
      type: 'session-ended',
      extras: { headers: { 'set-cookie': expect.stringMatching(/^waymark_session=; Max-Age=0;/) } },
    });
    expect(JSON.stringify((error as Problem).body('id'))).not.toContain(TOKEN);
  });
});

describe('signing out', () => {
  it.each([401, 422, 500, 503])('removes the cookie and reports the open session when the directory answers %i', async (status) => {
    const error = await world(status, problem('internal'))
      .logout()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ type: 'unavailable', extras: { headers: { 'set-cookie': expect.stringContaining('Max-Age=0') } } });
  });
});
