import type { KafkaMessage } from '#kafka-client';
import type { ConsumedRecord } from '../records/record.js';
import { decodeHeaders, type HeaderName } from '../records/record-headers.js';

/** As our fork of kafkajs returns them: positions in the bytes of their batch. */
type PlacedMessage = KafkaMessage & { position: number; time: number; keyLength: number; valueLength: number; headerBytes: Buffer };

/**
 * A record as it lies in what was fetched. Its parts are cut out when they are asked for, since thousands wait for
 * their unit; who asks often keeps them.
 */
class FetchedRecord implements ConsumedRecord {
  private decoded: ConsumedRecord['headers'] | undefined;

  constructor(
    readonly topic: string,
    readonly partition: number,
    readonly offset: number,
    private readonly message: PlacedMessage,
    private readonly names: readonly HeaderName[] | undefined,
  ) {}

  get bytes(): number {
    return Math.max(0, this.message.keyLength) + Math.max(0, this.message.valueLength);
  }

  get timestamp(): number {
    return this.message.time;
  }

  get key(): Buffer | null {
    return this.message.key;
  }

  get value(): Buffer | null {
    return this.message.value;
  }

  get headers(): ConsumedRecord['headers'] {
    return (this.decoded ??= decodeHeaders(this.message.headerBytes, this.names));
  }
}

/**
 * kafkajs's message as a record, without a copy.
 * @param names of the headers that are taken; default all
 * @param shift of the stored offsets against those in the log (`ReadingPlace`)
 */
export function consumedRecord(
  topic: string,
  partition: number,
  message: KafkaMessage,
  names?: readonly HeaderName[],
  shift = 0,
): ConsumedRecord {
  return new FetchedRecord(topic, partition, (message as PlacedMessage).position + shift, message as PlacedMessage, names);
}
