import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Installation, type OwnInstallation, startInstallation } from './installation.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the shared installation, as JSON. */
    sharedInstallationUrl: string;
  }
}

/** Webhooks may go to receivers on this machine, and are tried again at once. */
const SETTINGS = { ALLOW_HTTP: 'true', ALLOWED_PORTS: '*', ALLOWED_NETWORKS: '127.0.0.0/8', RETRY_FIRST_MS: '40' };

/**
 * One installation for all files of `browser` without special settings: each start takes about ten seconds of CPU. Vitest runs this as
 * global setup, in its own process, which the workers ask. The first that asks starts the installation; the end of the run stops it.
 */
export default async function offerInstallation(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<OwnInstallation> | undefined;
  const server = createServer((_, response) => {
    started ??= startInstallation('browsers', { size: { reports: 1, areas: 1, webhooks: 1 }, settings: SETTINGS });
    started.then(
      ({ url, directoryUrl, internalToken }) => response.end(JSON.stringify({ url, directoryUrl, internalToken } satisfies Installation)),
      (error: unknown) => {
        // The next file tries again.
        started = undefined;
        response.writeHead(500).end(String(error));
      },
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('sharedInstallationUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await started?.then((installation) => installation.close());
  };
}
