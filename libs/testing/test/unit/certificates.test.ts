import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { CertificateAuthority } from '#testing/certificates.js';

it('makes certificates that both ends of a connection trust by its authority, and by no other', async () => {
  const [authority, other] = await Promise.all([CertificateAuthority.create(), CertificateAuthority.create('Another')]);
  const [server, client] = await Promise.all([authority.sign('server'), authority.sign('client')]);
  const listener = createServer({ ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true }, (socket) => {
    socket.end(String(socket.getPeerCertificate().subject.CN));
  });
  listener.on('tlsClientError', () => undefined);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const port = (listener.address() as AddressInfo).port;
  const errorWith = async (options: { ca: string; cert?: string; key?: string }): Promise<string> => {
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, ...options });
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    await once(socket, 'close');
    return text;
  };
  expect(await errorWith({ ca: authority.cert, ...client })).toBe('client');
  await expect(errorWith({ ca: authority.cert })).rejects.toThrow(/certificate required/);
  await expect(errorWith({ ca: other.cert, ...client })).rejects.toThrow(/self-signed|unable to/);
  listener.close();
});
