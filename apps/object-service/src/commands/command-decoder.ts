import type { ValidateFunction } from 'ajv';
import { type CommandKey, commandKeyOf } from '#contracts/command-key.js';
import type { CommandRecord } from '#contracts/command.js';
import { compileSchema } from '#contracts/schemas/compiled-schema.js';
import { COMMAND_SCHEMA } from '#contracts/schemas/internal-schemas.js';
import { COMMANDS_KEPT_MS } from '#contracts/topics.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { PoisonError } from '#kafka/units/unit-processor.js';
import { MAX_AHEAD_MS } from '#object-rules/limits.js';
import { operationTime } from './operation-time.js';

/** A command and the record that it was read from. */
export interface ReceivedCommand {
  readonly partition: number;
  readonly record: ConsumedRecord;
  readonly command: CommandRecord;
  /** The Idempotency-Key of the call, if it had one. */
  readonly key?: CommandKey;
  /** Id of an earlier operation with the same key, whose outcome is the answer. */
  readonly repeats?: string;
}

/** The largest `int` of Postgres. */
const MAX_TOTAL = 2 ** 31 - 1;

/** Decodes the bytes of a record into a command, or explains what is wrong with them. */
export class CommandDecoder {
  private readonly validate: ValidateFunction<CommandRecord>;

  /** @param partitions number of partitions of `object.commands`; an element on the wrong partition would be written by two owners */
  constructor(
    private readonly partitions: number,
    private readonly replyPartitions: number,
  ) {
    this.validate = compileSchema(COMMAND_SCHEMA);
  }

  /** @throws PoisonError with the record and its fault */
  decode(record: ConsumedRecord): ReceivedCommand {
    const command = this.parse(record);
    const fault = this.faultOf(command, record.partition);
    if (fault !== undefined) throw new PoisonError(record, fault);
    const key = commandKeyOf(record.headers);
    return { partition: record.partition, record, command: this.received(command), ...(key && { key }) };
  }

  /**
   * Limits the time of a command from a gateway whose clock is wrong: to at most as far in the future as devices may be, and to the
   * retention of the topic, since the history would drop an older change. The gateway has acknowledged the command, so it is applied
   * even if its time is wrong.
   */
  private received(command: CommandRecord): CommandRecord {
    const now = Date.now();
    const received = Date.parse(command.receivedAt);
    const bounded = Math.min(Math.max(received, now - COMMANDS_KEPT_MS), now + MAX_AHEAD_MS);
    return bounded === received ? command : { ...command, receivedAt: new Date(bounded).toISOString() };
  }

  private parse(record: ConsumedRecord): CommandRecord {
    const { value: bytes } = record;
    if (bytes === null) throw new PoisonError(record, 'The record has no value.');
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8'));
    } catch (error) {
      throw new PoisonError(record, `The value is not JSON: ${(error as Error).message}`);
    }
    if (this.validate(value)) return value;
    const first = this.validate.errors?.[0];
    throw new PoisonError(record, `The value is not a command record: ${first?.instancePath || '/'} ${first?.message ?? 'is wrong'}.`);
  }

  private faultOf(command: CommandRecord, partition: number): string | undefined {
    if (operationTime(command.operationId) === undefined) return `operationId "${command.operationId}" is not a UUIDv7.`;
    if (!command.partitions.includes(partition))
      return `The operation does not name partition ${partition}, which the record was read from.`;
    if (command.partitions.some((each) => each >= this.partitions))
      return `The operation names a partition that does not exist; there are ${this.partitions}.`;
    if (command.total > MAX_TOTAL) return `The total ${command.total} is larger than ${MAX_TOTAL}.`;
    if (command.reply !== null && command.reply >= this.replyPartitions) return `There is no reply partition ${command.reply}.`;
    if (!storable(command.workspace)) return 'The workspace contains a character that is not allowed in text.';
    for (const [index, { externalId }] of command.elements) {
      if (!storable(externalId)) return `The externalId of element ${index} contains a character that is not allowed in text.`;
      if (partitionOf(externalId, this.partitions) !== partition)
        return `The externalId of element ${index} belongs on another partition than ${partition}.`;
    }
    return undefined;
  }
}

/** Postgres cannot store NUL, and UTF-8 cannot encode lone surrogates: two ids that differ only there would become the same. */
function storable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
