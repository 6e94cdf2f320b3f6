import type { KafkaMessage } from '#kafka-client';
import { decodeHeaders, type HeaderName } from '../records/record-headers.js';
import type { ConsumedRecord } from '../records/record.js';

/** A message of our fork of kafkajs, with positions in the bytes of its batch. */
type PlacedMessage = KafkaMessage & { position: number; time: number; keyLength: number; valueLength: number; headerBytes: Buffer };

/**
 * A record within the fetched bytes. Its parts are decoded at each access, since thousands of records wait for their unit; callers should
 * keep parts that they use often.
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

  get allHeaders(): ConsumedRecord['headers'] {
    return decodeHeaders(this.message.headerBytes);
  }
}

/**
 * A message of kafkajs as a record, without a copy.
 * @param names headers to include; default: all
 * @param shift difference between stored offsets and those in the log (`ReadingPlace`)
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
