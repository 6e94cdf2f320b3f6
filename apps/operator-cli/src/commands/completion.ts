import { Argument } from 'commander';
import { commandWords } from '../completion/command-words.js';
import { completionScript, type Shell, SHELLS } from '../completion/scripts.js';
import type { CommandGroup } from '../session/command-work.js';

export const completionCommands: CommandGroup = (program, act) => {
  program
    .command('completion')
    .description('print a script for shell completion: source <(waymark completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(act(({ terminal }, _options, shell) => terminal.out(completionScript[shell as Shell](commandWords(program)))));
};
