import { EXIT, type ExitCode } from './exit-codes.js';

/** Ends a command with a message for people: what is wrong, where, what to do. Never shown with a stack. */
export class AgentError extends Error {
  override readonly name = 'AgentError';

  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
