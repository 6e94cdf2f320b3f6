import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SourceError } from '../../reading/source.js';
import { readTlsFiles } from '../connecting/tls-files.js';
import type { MqttOptions } from './options.js';

const PORT = 1883;
const TLS_PORT = 8883;

/** Returns a function that opens a connection to the broker. @throws SourceError for certificates that cannot be used */
export function dialer({ url, tls }: Pick<MqttOptions, 'url' | 'tls'>): () => Socket {
  const { protocol, hostname, port } = new URL(url);
  // Only URLs put an IPv6 address in brackets.
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol === 'mqtts:') {
    const files = readTlsFiles(tls);
    return () => connectTls({ host, port: Number(port || TLS_PORT), ...(isIP(host) === 0 && { servername: host }), ...files });
  }
  if (tls !== undefined)
    throw new SourceError(`url: ${url} is not encrypted, and tls is set. Write mqtts:// where the broker speaks TLS, or leave tls out.`);
  return () => connect({ host, port: Number(port || PORT) });
}
