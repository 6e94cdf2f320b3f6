import type { Socket } from 'node:net';
import mqtt, { type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import { pause, settledWithin } from '#lifecycle/abortable-pause.js';
import { BoundedStream } from './bounded-stream.js';
import { MAX_PACKET_BYTES } from './client-options.js';
import type { MqttMessage } from './message.js';
import { PacketBound } from './packet-bound.js';

/** Limit of messages that are read and not yet on disk; beyond it, reading from the connection stops. */
const MAX_WAITING = 1000;
const END_MS = 500;
/** At shutdown, the time for messages to reach the disk and be acknowledged; the broker sends the others again. */
const LAST_KEPT_MS = 2000;
/** Error codes of a connection that the other side has closed; which one appears depends on timing. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);
const UNANSWERED = 'The broker closed the connection without an answer.';
const PLAIN = 'Where it speaks TLS at this port, write mqtts:// in url.';
const CERTIFICATE =
  'Where it asks for a certificate of the agent, set tls.certFile and tls.keyFile to one that it ' +
  'trusts; where it does not speak TLS at this port, write mqtt:// in url.';

/** How a broker sent a message that must be acknowledged. */
interface Sent {
  readonly messageId: number;
  /** It may have been sent before. */
  readonly again: boolean;
}

interface SessionOptions {
  /** Opens a connection to the broker. */
  readonly dial: () => Socket;
  readonly client: IClientOptions;
  readonly topics: readonly string[];
  readonly qos: 0 | 1;
  /** Subscribes even if the broker knows the session, whose subscriptions may come from another configuration. */
  readonly subscribeAlways: boolean;
  readonly isTls: boolean;
  readonly signal: AbortSignal;
  /** Resolves when the message may be acknowledged. @param sent absent for messages without acknowledgement (QoS 0) */
  onMessage(message: MqttMessage, sent?: Sent): Promise<void>;
  onSubscribed(detail: string): void;
}

/** One connection to a broker, from start to end. @throws Error for the reason of its end, unless the signal ended it */
export async function runSession(options: SessionOptions): Promise<void> {
  const bound = new PacketBound(MAX_PACKET_BYTES, options.client.protocolVersion === 5 ? '5' : '3.1.1');
  const client = new mqtt.MqttClient((self) => new BoundedStream(options.dial(), bound, pinging(self)), { ...options.client });
  const failed = new AbortController();
  let reason: Error | undefined;
  const fail = (error: Error): void => {
    reason ??= error;
    failed.abort();
  };
  let answered = false;
  const unanswered = `${UNANSWERED} ${options.isTls ? CERTIFICATE : PLAIN}`;
  client.on('error', (error) =>
    fail(!answered && BROKEN_OFF.has((error as NodeJS.ErrnoException).code ?? '') ? new Error(unanswered, { cause: error }) : error),
  );
  client.on('disconnect', ({ reasonCode }) =>
    fail(new Error(`The broker ended the connection (reason ${reasonCode ?? 'none'}; 142 is another client with the same clientId).`)),
  );
  client.on('close', () => fail(new Error(answered ? 'The connection to the broker was closed.' : unanswered)));
  client.on('connect', (packet) => {
    answered = true;
    void subscribe(client, packet, options).then(options.onSubscribed, fail);
  });
  const reading = acknowledgeLater(client, bound, options.onMessage, fail);
  try {
    await pause(2 ** 31 - 1, AbortSignal.any([options.signal, failed.signal]));
  } finally {
    if (client.connected) {
      await settledWithin(reading.end(), LAST_KEPT_MS);
      await settledWithin(client.endAsync(), END_MS);
    }
    client.end(true);
  }
  if (!options.signal.aborted) throw reason ?? new Error('The session ended.');
}

/**
 * Keeps the connection alive while one packet takes longer than pings may wait for their answers: the broker still hears from the client,
 * and the client does not give up.
 */
function pinging(client: MqttClient): () => void {
  const everyMs = ((client.options.keepalive ?? 0) * 1000) / 3;
  let last = performance.now();
  return () => {
    if (!client.connected || performance.now() - last < everyMs) return;
    last = performance.now();
    client.sendPing();
    client.reschedulePing(true);
  };
}

async function subscribe(
  client: MqttClient,
  { sessionPresent }: IConnackPacket,
  { topics, qos, subscribeAlways }: SessionOptions,
): Promise<string> {
  if (sessionPresent && !subscribeAlways) return 'The broker knew the session, with all that came meanwhile.';
  const granted = await client.subscribeAsync([...topics], { qos });
  const refused = granted.filter((each) => (each.qos as number) >= 128).map(({ topic }) => topic);
  if (refused.length > 0)
    throw new Error(`The broker refuses the subscription to ${refused.join(', ')}. Let the user of the agent read these topics.`);
  return `Subscribed to ${topics.join(', ')}.`;
}

/**
 * MQTT.js answers each message before it reads the next, which would cost a disk transaction per message. This tells it that no answer is
 * needed, and sends the acknowledgement (PUBACK) itself, in message order (MQTT 5, section 4.6), when the messages are on disk.
 */
function acknowledgeLater(
  client: MqttClient,
  bound: PacketBound,
  onMessage: SessionOptions['onMessage'],
  fail: (error: Error) => void,
): Reading {
  const toAcknowledge = new WeakMap<object, Sent>();
  const underWay = new Set<Promise<void>>();
  let ended = false;
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish' || packet.qos !== 1 || packet.messageId === undefined) return;
    toAcknowledge.set(packet, { messageId: packet.messageId, again: packet.dup });
    packet.qos = 0;
  });
  client.handleMessage = (packet, callback) => {
    // Without the callback, MQTT.js stops reading; later messages belong to the next session.
    if (ended) return;
    const sent = toAcknowledge.get(packet);
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const passedOver = bound.sizeOf(payload);
    const message = {
      topic: packet.topic,
      payload: passedOver === undefined ? payload : Buffer.alloc(0),
      ...(passedOver !== undefined && { passedOver }),
      retained: packet.retain,
      properties: { ...packet.properties?.userProperties },
    };
    const kept = onMessage(message, sent).then(() => {
      // The acknowledgement is useless on another connection: the broker sends the message again.
      if (sent !== undefined && client.connected) client['_sendPacket']({ cmd: 'puback', messageId: sent.messageId });
    });
    const settled = kept.catch((error: unknown) => fail(error as Error)).finally(() => underWay.delete(settled));
    underWay.add(settled);
    if (underWay.size < MAX_WAITING) callback();
    else void settled.then(() => callback());
  };
  return {
    async end() {
      ended = true;
      await Promise.all(underWay);
    },
  };
}

interface Reading {
  /** Stops reading. Resolves when all messages read are on disk and acknowledged. */
  end(): Promise<void>;
}
