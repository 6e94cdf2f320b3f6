import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { createLogger } from '#telemetry/logger.js';
import { CreatorRights } from '../../src/rights/creator-rights.js';

const logger = createLogger({ service: 'test', instance: 'test', level: 'silent' });
let directory: Server;
let directoryUrl: string;
let requests = 0;
let answer: { status: number; body?: object };
beforeAll(async () => {
  directory = createServer((_request, response) => {
    requests += 1;
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  directory.listen(0, '127.0.0.1');
  await once(directory, 'listening');
  directoryUrl = `http://127.0.0.1:${(directory.address() as AddressInfo).port}`;
});
afterAll(() => {
  directory.closeAllConnections();
  directory.close();
});

const now = Date.parse('2026-11-22T00:00:00Z');
const rightsOf = (copy: DirectoryCopy): CreatorRights => new CreatorRights(copy, { directoryUrl, internalToken: 'inner', logger });
const person = { subject: 'person:p1' };
const withRole = (role: string, status = 'active'): typeof answer => ({ status: 200, body: { status, workspaces: [{ id: 'ws1', role }] } });

describe('a token', () => {
  it('may administer a webhook until it expires or is revoked', async () => {
    const copy = new DirectoryCopy();
    const rights = rightsOf(copy);
    const token = { subject: 'token:t1', tokenId: 't1', issuedAt: now / 1000 - 60, expiresAt: now / 1000 + 60 };
    expect(await rights.hold('ws1', token, now)).toBe(true);
    expect(await rights.hold('ws1', token, now + 61_000)).toBe(false);
    copy.apply({ key: 'revocation:t1', revision: 1, body: { tokenId: 't1', expiresAt: token.expiresAt } });
    expect(await rights.hold('ws1', token, now)).toBe(false);
  });
});

describe('a person', () => {
  it.each<[string, typeof answer, boolean]>([
    ['an admin of the workspace may', withRole('admin'), true],
    ['an editor may not', withRole('editor'), false],
    ['a disabled person may not', withRole('admin', 'disabled'), false],
    [
      'an admin of another workspace may not',
      { status: 200, body: { status: 'active', workspaces: [{ id: 'ws2', role: 'admin' }] } },
      false,
    ],
    ['a deleted person may not', { status: 404 }, false],
    ['while the directory is away, deliveries continue', { status: 503 }, true],
  ])('%s', async (_what, says, holds) => {
    answer = says;
    expect(await rightsOf(new DirectoryCopy()).hold('ws1', person, now)).toBe(holds);
  });

  it('is queried once a minute, and at once after the tokens were invalidated', async () => {
    const copy = new DirectoryCopy();
    const rights = rightsOf(copy);
    answer = withRole('admin');
    requests = 0;
    for (let n = 0; n < 5; n++) expect(await rights.hold('ws1', person, now + n)).toBe(true);
    expect(requests).toBe(1);
    answer = withRole('viewer');
    copy.apply({
      key: 'cutoff:person:p1',
      revision: 1,
      body: { subject: 'person:p1', issuedBefore: now / 1000 + 10, expiresAt: now / 1000 + 3600 },
    });
    expect(await rights.hold('ws1', person, now + 11_000)).toBe(false);
    expect(requests).toBe(2);
    // The last known answer applies while the directory is unavailable.
    answer = { status: 500 };
    expect(await rights.hold('ws1', person, now + 90_000)).toBe(false);
  });
});
