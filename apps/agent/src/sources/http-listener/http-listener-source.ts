import type { AddressInfo } from 'node:net';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import { type Finding, SourceError, type SourceKind } from '../../reading/source.js';
import { errorText } from '../connecting/error-text.js';
import { Gathering } from '../connecting/gathering.js';
import { reconnecting } from '../connecting/reconnecting.js';
import { readTlsFiles } from '../connecting/tls-files.js';
import { createListener, type ListenerOptions } from './listener.js';
import { HTTP_LISTENER_EXAMPLE, HTTP_LISTENER_SCHEMA, type HttpListenerOptions } from './options.js';
import { readAgain } from './read-request.js';

const TIMEOUT_MS = 10_000;
const MAX_WAITING = 5000;
const CLOSE_MS = 800;

/**
 * A separate port that devices send to. A request is answered with 200 when its contents are on disk, otherwise with 503 and `Retry-After`.
 * The device then sends it again; if it reached the disk after all, its contents are stored twice, with the same time.
 */
export const HTTP_LISTENER_SOURCE: SourceKind<HttpListenerOptions> = {
  kind: 'http-listener',
  summary: 'A port for devices with OsmAnd or Traccar Client, and for Traccar servers that forward positions.',
  options: HTTP_LISTENER_SCHEMA,
  example: HTTP_LISTENER_EXAMPLE,
  needsMap: () => false,
  rereader: () => ({ read: readAgain }),
  async check(options) {
    let app: ReturnType<typeof createListener> | undefined;
    try {
      app = createListener({
        ...listenerOptions(options),
        waiting: () => 0,
        keep: () => Promise.reject(new Error('nothing is taken')),
        onConnectionFault: () => undefined,
      });
      await app.listen(address(options));
      return { findings: [{ level: 'fine', text: `${shown(options)} is free. ${secured(options)}` }], samples: [] };
    } catch (error) {
      if (error instanceof SourceError) return { findings: [{ level: 'fault', text: error.message }], samples: [] };
      const level: Finding['level'] = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'warning' : 'fault';
      return {
        findings: [
          { level, text: `${shown(options)}: ${errorText(error)}. Set another port, or end what listens there, if it is not this agent.` },
        ],
        samples: [],
      };
    } finally {
      await app?.close();
    }
  },
  async run(options, context) {
    const gathering = new Gathering(async (messages) => {
      await context.deliver(messages);
      // A failure makes the device keep the report and send it to the running agent.
      if (context.lookOnly) throw new Error('It was only looked at.');
    });
    const more = listenerOptions(options);
    await reconnecting(context, async (connected) => {
      const app = createListener({
        ...more,
        waiting: () => gathering.waiting,
        keep: (messages) => gathering.add(messages),
        onConnectionFault: (detail) => context.log.warn({ detail }, 'Reports could not be stored.'),
      });
      try {
        await app.listen(address(options));
        connected(`Listening at port ${(app.server.address() as AddressInfo).port}. ${secured(options)}`);
        await pause(2 ** 31 - 1, context.signal);
      } finally {
        await settledWithin(app.close(), CLOSE_MS);
      }
    });
  },
};

function listenerOptions(options: HttpListenerOptions): Pick<ListenerOptions, 'options' | 'certificate' | 'timeoutMs' | 'mostWaiting'> {
  const { cert, key } = readTlsFiles(options.tls);
  return { options, timeoutMs: TIMEOUT_MS, mostWaiting: MAX_WAITING, ...(cert && key && { certificate: { cert, key } }) };
}

function address({ host, port }: HttpListenerOptions): { host: string; port: number } {
  return { host: host ?? '0.0.0.0', port };
}

function shown({ host, port }: HttpListenerOptions): string {
  return `${host ?? '0.0.0.0'}:${port}`;
}

function secured({ secret, keys, tls }: HttpListenerOptions): string {
  const who =
    secret === undefined && keys === undefined ? 'Anyone who reaches it may send: set secret or keys.' : 'Devices need their secret.';
  return tls === undefined ? `${who} It is not encrypted.` : who;
}
