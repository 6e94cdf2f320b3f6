/**
 * One call of someone who was let in: who, what, when. Never what was sent or answered, and no token. What a change did to
 * an object is on `object.events`, with the same subject and operation: that record is the audit of changes, and no change
 * goes without it.
 */
export interface AccessLine {
  /** When the call was answered, or given up; RFC 3339, UTC, milliseconds. */
  at: string;
  /** Claim `sub`. */
  subject: string;
  /** Claim `jti`. */
  tokenId: string;
  /** operationId of the OpenAPI document, such as `readObject`. */
  operation: string;
  /**
   * Of the answer, also where it did not arrive whole; 499: the client went away before it had begun; 102: written
   * before an operator's change was made, the line of the answer follows.
   */
  status: number;
  requestId: string;
  /** Network address of the client. */
  address: string;
  /** Where the call names one object. */
  externalId?: string;
  /** With status 102: what is changed, such as `commands:12`. */
  target?: string;
}

/** The value of a record on `access.events`, keyed by workspace; calls that name no workspace have the key and workspace "". */
export interface AccessRecord {
  v: 1;
  workspace: string;
  /** Instance of the gateway. */
  gateway: string;
  /** In the order of their answers. */
  lines: AccessLine[];
}
