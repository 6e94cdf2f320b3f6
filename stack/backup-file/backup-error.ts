/** A backup cannot be made, read or restored; the message explains the fault, its place, and the remedy. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
