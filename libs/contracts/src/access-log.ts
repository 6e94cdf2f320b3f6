/**
 * One authorised call: the caller, the time and the operation; never the content of request or answer, and no token. The effect of a change
 * on an object is recorded on `object.events` with the same subject and operation, so every change has an audit record there.
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
   * Status of the answer, even if the answer did not arrive completely. 499: the client disconnected before the answer began. 102: written
   * before an operator's change is made; a second line follows with the answer.
   */
  status: number;
  requestId: string;
  /** Network address of the client. */
  address: string;
  /** If the call names an object. */
  externalId?: string;
  /** With status 102: the target of the change, such as `commands:12`. */
  target?: string;
}

/** The value of a record on `access.events`, keyed by workspace. For calls without a workspace, key and workspace are "". */
export interface AccessRecord {
  v: 1;
  workspace: string;
  /** Instance of the gateway. */
  gateway: string;
  /** In the order of the answers. */
  lines: AccessLine[];
}
