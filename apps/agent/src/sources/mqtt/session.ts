import mqtt, { type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import { pause, settledWithin } from '#kafka/abortable-pause.js';
import type { MqttMessage } from './message.js';

/** What is read and not on disk: beyond it nothing more is read from the connection. */
const MOST_WAITING = 1000;
const END_MS = 500;

interface SessionOptions {
  readonly url: string;
  readonly client: IClientOptions;
  readonly topics: readonly string[];
  readonly qos: 0 | 1;
  /** Subscribes although the broker knows the session: its subscriptions may be those of another configuration. */
  readonly subscribeAlways: boolean;
  readonly signal: AbortSignal;
  /** Resolves when the message may be acknowledged. */
  onMessage(message: MqttMessage): Promise<void>;
  onSubscribed(detail: string): void;
}

/** One connection to a broker, from its beginning to its end. @throws Error for what ended it, unless the signal did */
export async function runSession(options: SessionOptions): Promise<void> {
  const client = mqtt.connect(options.url, options.client);
  const failed = new AbortController();
  let reason: Error | undefined;
  const fail = (error: Error): void => {
    reason ??= error;
    failed.abort();
  };
  client.on('error', fail);
  client.on('disconnect', ({ reasonCode }) => fail(new Error(`The broker ended the connection (reason ${reasonCode ?? 'none'}; 142 is another client with the same clientId).`)));
  client.on('close', () => fail(new Error('The connection to the broker was closed.')));
  client.on('connect', (packet) => void subscribe(client, packet, options).then(options.onSubscribed, fail));
  acknowledgeLater(client, options.onMessage, fail);
  try {
    await pause(2 ** 31 - 1, AbortSignal.any([options.signal, failed.signal]));
  } finally {
    if (client.connected) await settledWithin(client.endAsync(), END_MS);
    client.end(true);
  }
  if (!options.signal.aborted) throw reason ?? new Error('The session ended.');
}

async function subscribe(client: MqttClient, { sessionPresent }: IConnackPacket, { topics, qos, subscribeAlways }: SessionOptions): Promise<string> {
  if (sessionPresent && !subscribeAlways) return 'The broker knew the session, with all that came meanwhile.';
  const granted = await client.subscribeAsync([...topics], { qos });
  const refused = granted.filter((each) => (each.qos as number) >= 128).map(({ topic }) => topic);
  if (refused.length > 0) throw new Error(`The broker refuses the subscription to ${refused.join(', ')}. Let the user of the agent read these topics.`);
  return `Subscribed to ${topics.join(', ')}.`;
}

/**
 * MQTT.js answers one message before it reads the next, so that each would cost a transaction on disk. It is told that a message needs no answer, and the
 * acknowledgement (PUBACK) is sent here, in the order of the messages (MQTT 5, section 4.6), when they are on disk.
 */
function acknowledgeLater(client: MqttClient, onMessage: SessionOptions['onMessage'], fail: (error: Error) => void): void {
  const toAcknowledge = new WeakMap<object, number>();
  let waiting = 0;
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish' || packet.qos !== 1 || packet.messageId === undefined) return;
    toAcknowledge.set(packet, packet.messageId);
    packet.qos = 0;
  });
  client.handleMessage = (packet, callback) => {
    const messageId = toAcknowledge.get(packet);
    waiting++;
    const kept = onMessage({
      topic: packet.topic,
      payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
      retained: packet.retain,
      properties: { ...packet.properties?.userProperties },
    }).then(() => {
      // Without the connection it came by nobody waits for the answer: the broker sends it again.
      if (messageId !== undefined && client.connected) client['_sendPacket']({ cmd: 'puback', messageId });
    });
    const settled = kept.catch((error: unknown) => fail(error as Error)).finally(() => waiting--);
    if (waiting < MOST_WAITING) callback();
    else void settled.then(() => callback());
  };
}
