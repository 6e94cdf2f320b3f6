import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionFault } from '#kafka/connection/connection-fault.js';
import { OwnedSockets } from '#kafka/connection/owned-sockets.js';
import { CertificateAuthority } from '#testing/certificates.js';

let authority: CertificateAuthority;
/** Authorities with another name, and with the same name. */
let others: CertificateAuthority[];
let server: tls.Server;
/** The names that clients requested; false for none. */
const requested: (string | false | null)[] = [];
const sockets = new OwnedSockets();

beforeAll(async () => {
  authority = await CertificateAuthority.create();
  others = await Promise.all([CertificateAuthority.create('Another authority'), CertificateAuthority.create()]);
  server = tls.createServer(await authority.sign('broker'), (socket) => {
    requested.push(socket.servername);
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  // All loopback addresses.
  await once(server.listen(0, '0.0.0.0'), 'listening');
});
afterAll(() => {
  sockets.destroy();
  server.close();
});

/** Resolves with the name that the client requested. */
async function connect(host: string, ca: string): Promise<string | false | null> {
  const before = requested.length;
  const secured = Promise.withResolvers<void>();
  const socket = sockets.factory({ host, port: (server.address() as AddressInfo).port, ssl: { ca }, onConnect: () => secured.resolve() });
  socket.once('error', (error) => secured.reject(error));
  await secured.promise;
  const answered = once(server, 'secureConnection');
  if (requested.length === before) await answered;
  return requested.at(-1)!;
}

describe('the sockets of a client that speaks TLS', () => {
  it('ask for a host by its name, and for an address by none', async () => {
    expect(await connect('localhost', authority.cert)).toBe('localhost');
    // RFC 6066 only allows names.
    expect(await connect('127.0.0.1', authority.cert)).toBe(false);
  });

  it('check an address, too, against the certificate', async () => {
    const refused = await connect('127.0.0.2', authority.cert).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(connectionFault(refused)).toBe('name');
  });

  it('refuse a certificate of an authority that is not theirs', async () => {
    for (const { cert } of others)
      expect(connectionFault(await connect('localhost', cert).catch((error: unknown) => error))).toBe('authority');
  });
});
