/**
 * What is known about records that were not acknowledged. `not-sent`: they are certainly in no log. `unknown`: they may be written, even
 * twice, or later than records that are sent afterwards (reliability, section 1, rule 2).
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
