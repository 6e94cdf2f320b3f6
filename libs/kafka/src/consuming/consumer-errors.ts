/** The consumer has ended permanently, and the process must exit to be restarted. */
export class ConsumerStoppedError extends Error {
  override readonly name = 'ConsumerStoppedError';
}
