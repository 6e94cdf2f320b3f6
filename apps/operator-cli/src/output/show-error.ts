import { printable } from '#terminal/printable.js';
import type { Terminal } from '#terminal/terminal.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError } from '../errors/cli-error.js';
import { EXIT, type ExitCode } from '../errors/exit-codes.js';

/**
 * Shows why a command failed, as sentences for people or with `json` as the service's problem, never with a stack. @returns the exit code
 */
export function showError(error: unknown, terminal: Pick<Terminal, 'err'>, json: boolean): ExitCode {
  const exitCode = error instanceof CliError ? error.exitCode : EXIT.refused;
  const message = error instanceof Error ? error.message : String(error);
  if (json) terminal.err(`${JSON.stringify(error instanceof RefusedError ? error.problem : { detail: message, exitCode })}\n`);
  else terminal.err(`${message.split('\n').map(printable).join('\n')}\n`);
  return exitCode;
}
