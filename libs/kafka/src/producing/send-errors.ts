/**
 * What is known of records that were not acknowledged: `not-sent`, surely in no log; `unknown`, perhaps written, perhaps
 * twice, perhaps later than records sent afterwards (reliability, section 1, rule 2).
 */
export type SendOutcome = 'not-sent' | 'unknown';

/** The broker did not acknowledge in time, is down, or its queue is full. */
export class BrokerUnavailableError extends Error {
  override readonly name = 'BrokerUnavailableError';
  constructor(
    readonly outcome: SendOutcome,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** A record that is too large for any topic: sending it again cannot succeed. */
export class RecordTooLargeError extends Error {
  override readonly name = 'RecordTooLargeError';
}
