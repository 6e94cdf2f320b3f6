/**
 * One authorised call: who, what, when. Never the content of request or answer, and no token. The effect of a change on
 * an object is on `object.events`, with the same subject and operation: that record is the audit of changes, and no change
 * goes without it.
 */
export interface AccessLine {
  /** When the call was answered or aborted; RFC 3339, UTC, milliseconds. */
  at: string;
  /** Claim `sub`. */
  subject: string;
  /** Claim `jti`. */
  tokenId: string;
  /** operationId of the OpenAPI document, such as `readObject`. */
  operation: string;
  /**
   * Status of the answer, also if it did not arrive completely; 499: the client disconnected before it began; 102: written
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
