import { connect } from 'node:net';

/** A framed Kafka request ApiVersions v0, with correlation id 1 and no client id. */
const REQUEST = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);
const ANSWER_TIMEOUT_MS = 1_000;

/**
 * Whether a broker answers on the port. An open port is not enough, since Kafka binds it seconds before it can serve.
 */
export function brokerAnswers(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => settle(false));
    socket.once('connect', () => socket.write(REQUEST));
    socket.once('data', (data) => settle(data.length >= 10 && data.readInt32BE(4) === 1 && data.readInt16BE(8) === 0));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}
