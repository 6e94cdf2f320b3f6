import type { ServerCommand } from '#stack/processes/server-command.js';

const DEATH_SIGNAL = ['--pdeathsig', 'KILL'];

/**
 * Lets Linux kill a test's server as soon as the process that started it is gone, however it went: a worker that vitest
 * kills can't end its servers itself. Elsewhere the command stays as it is.
 */
export function dieWithParent<Command extends Pick<ServerCommand, 'file' | 'args'>>(command: Command): Command {
  if (process.platform !== 'linux') return command;
  // A change of the user would clear the signal again: a command that already changes it must set the signal itself.
  const args = command.file === 'setpriv' ? command.args : [command.file, ...command.args];
  return { ...command, file: 'setpriv', args: [...DEATH_SIGNAL, ...args] };
}
