import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { expect, it } from 'vitest';
import { ADMINISTRATION_BOUNDS, DirectoryClient } from '../../src/services/directory-client.js';
import { ServiceClient } from '../../src/services/service-client.js';
import { serveProjection, startGateway } from './gateway-in-test.js';

/** A module that sends a report at the very end of the shutdown. */
@Injectable()
class LastWord implements OnApplicationShutdown {
  constructor(private readonly directory: DirectoryClient) {}

  async onApplicationShutdown(): Promise<void> {
    await sleep(100);
    await this.directory.report('/internal/last-word', { said: 'goodbye' });
  }
}

@Module({ providers: [LastWord] })
class LastWordModule {}

it('the client to the directory ends after the last report of every module, and sends the secret of the installation', async () => {
  const received: string[] = [];
  const directory = await serveProjection((request, response) => {
    request
      .on('data', (chunk) => received.push(`${request.method} ${request.url} ${String(request.headers['x-waymark-internal'])} ${chunk}`))
      .on('end', () => response.writeHead(204).end());
  });
  const gateway = await startGateway(directory.url, { DIRECTORY_URL: directory.url }, [LastWordModule]);
  await gateway.close();
  await directory.close();
  expect(received).toEqual(['POST /internal/last-word inner {"said":"goodbye"}']);
});

it('an answer above the size limit is not held in memory, and counts as a failure', async () => {
  const MIB = 1024 * 1024;
  const service = await serveProjection((request, response) => response.end(Buffer.alloc(Number(request.url!.slice(1)) * MIB, 32)));
  const client = new ServiceClient({
    url: service.url,
    internalToken: 'x',
    ...ADMINISTRATION_BOUNDS,
    words: { away: 'away', busy: 'busy', failed: 'failed' },
  });
  expect((await client.call({ method: 'GET', path: '/15', headers: {} })).body).toHaveLength(15 * MIB);
  await expect(client.call({ method: 'GET', path: '/17', headers: {} })).rejects.toMatchObject({ message: 'failed' });
  await client.onApplicationShutdown();
  await service.close();
});
