import type { Received } from '../source.js';

/** A message of a broker, as far as its payload's reader needs it. */
export interface MqttMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** How many bytes the payload had that was too large to be read; `payload` is empty then. */
  readonly passedOver?: number;
  readonly retained: boolean;
  /** The user properties of MQTT 5; empty for 3.1.1. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Reads the messages of one format. */
export interface PayloadReader {
  /** Nothing: it is understood, and holds no position. */
  read(message: MqttMessage): readonly Received[];
  /** What the reader has to remember over a restart, if it does. */
  place?(): unknown;
}

export const MAX_PAYLOAD_BYTES = 1024 * 1024;
