import { EXIT, type ExitCode } from './exit-codes.js';

/** Ends the command with a message for people: what is wrong, where, and what to do. Never shown with a stack. */
export class CliError extends Error {
  override readonly name: string = 'CliError';

  constructor(
    message: string,
    readonly exitCode: ExitCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export class UsageError extends CliError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

export class NotSignedInError extends CliError {
  override readonly name = 'NotSignedInError';

  constructor(reason: string) {
    super(`${reason} Sign in with: waymark login, or set WAYMARK_TOKEN.`, EXIT.notSignedIn);
  }
}
