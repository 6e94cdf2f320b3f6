import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pause } from '#lifecycle/abortable-pause.js';
import type { NmeaAisOptions } from './options.js';
import { LineSplitter } from './split-lines.js';

/** Receivers send every few seconds, so after this time without data the connection may be broken without an error. */
const SILENCE_MS = 120_000;
const MAX_DATAGRAM_LINES = 100;

interface LineConnection {
  readonly options: NmeaAisOptions;
  readonly signal: AbortSignal;
  connected(detail: string): void;
  /** Resolves when more lines can be accepted; nothing is read until then. */
  lines(lines: readonly string[]): Promise<void>;
}

/** Reads a receiver over TCP until the connection ends. @throws Error */
export async function readTcp({ options: { host, port }, signal, connected, lines }: LineConnection): Promise<void> {
  const socket = connect({ host: host ?? '127.0.0.1', port, keepAlive: true });
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`The receiver sent nothing for ${SILENCE_MS / 1000} s.`)));
  try {
    await once(socket, 'connect', { signal });
    connected(`Connected to ${host}:${port}.`);
    const splitter = new LineSplitter();
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      const whole = splitter.add(bytes);
      if (whole.length > 0) await lines(whole);
    }
    throw new Error('The receiver closed the connection.');
  } finally {
    signal.removeEventListener('abort', end);
    socket.destroy();
  }
}

/**
 * Listens for datagrams until the signal aborts. The system drops datagrams that arrive faster than they are stored: UDP cannot slow its
 * sender.
 * @throws Error
 */
export async function readUdp({ options: { host, port }, signal, connected, lines }: LineConnection): Promise<void> {
  const socket = createSocket({ type: host?.includes(':') ? 'udp6' : 'udp4', reuseAddr: false });
  const failed = new AbortController();
  let reason: Error | undefined;
  const fail = (error: Error): void => {
    reason ??= error;
    failed.abort();
  };
  socket.on('error', fail);
  socket.on('message', (bytes) => void lines(bytes.toString('latin1').split(/\r?\n/).slice(0, MAX_DATAGRAM_LINES)).catch(fail));
  try {
    socket.bind(port, host);
    await once(socket, 'listening', { signal });
    connected(`Listening for datagrams at port ${(socket.address() as AddressInfo).port}.`);
    await pause(2 ** 31 - 1, AbortSignal.any([signal, failed.signal]));
  } finally {
    socket.close();
  }
  if (reason !== undefined) throw reason;
}
