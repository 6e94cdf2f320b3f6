/**
 * The log does not hold what comes next: records are missing, or it is another log. The partition is not read on, since
 * that would lose records in silence; the others go on.
 */
export class PartitionHaltedError extends Error {
  override readonly name = 'PartitionHaltedError';
  constructor(
    readonly topic: string,
    readonly partition: number,
    reason: string,
  ) {
    super(
      `Partition ${partition} of ${topic} is halted: ${reason} Find out what was lost (retention, a topic made anew), ` +
        `then set its next_offset (and its state_watermark, where there is one and it is lower) in the table partition_offset and restart.`,
    );
  }
}

/** The consumer ended for good; the process must end too, so that it is started again. */
export class ConsumerStoppedError extends Error {
  override readonly name = 'ConsumerStoppedError';
}
