import type { IClientOptions } from 'mqtt';
import { MAX_PAYLOAD_BYTES } from './message.js';
import type { MqttOptions } from './options.js';

const CONNECT_MS = 10_000;
const KEEP_ALIVE_SECONDS = 30;
/** For MQTT 5: how many messages the broker sends before the first of them is acknowledged. */
const RECEIVE_MAXIMUM = 1000;
const HOUR_SECONDS = 3600;
/** Maximum bytes of a packet: the payload plus topic, properties and header. */
export const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 128 * 1024;

/** Options for MQTT.js. The source itself connects and reconnects. */
export function clientOptions(options: MqttOptions, clientId: string, persistent: boolean): IClientOptions {
  const five = (options.version ?? '5') === '5';
  return {
    clientId,
    clean: !persistent,
    protocolVersion: five ? 5 : 4,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    keepalive: KEEP_ALIVE_SECONDS,
    // The broker's session state decides whether to subscribe again.
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

/** Identifies the session at the broker. */
export function clientIdOf(options: MqttOptions, name: string): string {
  return options.clientId ?? `waymark-agent-${name}`;
}
