/** A backup cannot be made, read or restored; the message says what is wrong, where, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
