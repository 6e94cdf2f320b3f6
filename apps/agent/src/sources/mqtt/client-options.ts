import type { IClientOptions } from 'mqtt';
import { MAX_PAYLOAD_BYTES } from './message.js';
import type { MqttOptions } from './options.js';

const CONNECT_MS = 10_000;
const KEEP_ALIVE_SECONDS = 30;
/** Of MQTT 5: how many messages the broker sends before the first of them is acknowledged. */
const RECEIVE_MAXIMUM = 1000;
const HOUR_SECONDS = 3600;
/** The most of a packet that is read: topic, properties and header beside the payload. */
export const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 128 * 1024;

/** As the client of MQTT.js wants them. Connecting, and connecting again, is the source's own. */
export function clientOptions(options: MqttOptions, clientId: string, persistent: boolean): IClientOptions {
  const five = (options.version ?? '5') === '5';
  return {
    clientId,
    clean: !persistent,
    protocolVersion: five ? 5 : 4,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: KEEP_ALIVE_SECONDS,
    // Subscribing again is decided by what the broker says of the session.
    resubscribe: false,
    queueQoSZero: false,
    ...(options.username !== undefined && { username: options.username }),
    ...(options.password !== undefined && { password: options.password }),
    ...(five && {
      properties: {
        sessionExpiryInterval: persistent ? (options.sessionHours ?? 168) * HOUR_SECONDS : 0,
        receiveMaximum: RECEIVE_MAXIMUM,
        maximumPacketSize: MAX_PACKET_BYTES,
      },
    }),
  };
}

export function isTls({ url }: MqttOptions): boolean {
  return new URL(url).protocol === 'mqtts:';
}

/** By which the broker knows the session again. */
export function clientIdOf(options: MqttOptions, name: string): string {
  return options.clientId ?? `waymark-agent-${name}`;
}
