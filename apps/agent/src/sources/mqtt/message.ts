import type { Received } from '../../reading/source.js';

/** The parts of a broker's message that payload readers need. */
export interface MqttMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Size of a payload that was too large to read; `payload` is then empty. */
  readonly passedOver?: number;
  readonly retained: boolean;
  /** The user properties of MQTT 5; empty for 3.1.1. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Reads the messages of one format. */
export interface PayloadReader {
  /** Returns nothing for a message that is understood and contains no position. */
  read(message: MqttMessage): readonly Received[];
  /** The state that the reader needs after a restart, if any. */
  place?(): unknown;
}

export const MAX_PAYLOAD_BYTES = 1024 * 1024;
