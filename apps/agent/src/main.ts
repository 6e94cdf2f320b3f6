import 'reflect-metadata';
import { isBuiltin } from 'node:module';
import process from 'node:process';

// Imported late, because an older Node.js cannot even load the agent's modules.
if (isBuiltin('node:sqlite')) await run();
else {
  process.stderr.write(
    `The agent needs Node.js 22.13 or later, which has the module node:sqlite; this is ${process.version}. ` +
      `In a checkout, npm run agent takes one that has it.\n`,
  );
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const [{ environment }, { processTerminal }, { runAgent }] = await Promise.all([
    import('#settings/environment.js'),
    import('#terminal/process-terminal.js'),
    import('./program.js'),
  ]);
  const ended = new AbortController();
  // A second signal ends a shutdown that hangs.
  process.once('SIGINT', () => ended.abort());
  process.once('SIGTERM', () => ended.abort());
  const exitCode = await runAgent(process.argv.slice(2), processTerminal(environment()), ended.signal);
  // Open handles of a command must not keep the process alive.
  if (exitCode !== undefined) process.stdout.write('', () => process.exit(exitCode));
}
