/** The consumer has ended permanently; the process must exit, so that it is restarted. */
export class ConsumerStoppedError extends Error {
  override readonly name = 'ConsumerStoppedError';
}
