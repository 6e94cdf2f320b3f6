/** The consumer ended for good; the process must end too, so that it is started again. */
export class ConsumerStoppedError extends Error {
  override readonly name = 'ConsumerStoppedError';
}
