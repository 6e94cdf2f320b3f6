import 'reflect-metadata';
import { environment } from '#settings/environment.js';
import { processTerminal } from '#terminal/process-terminal.js';
import { runAgent } from './program.js';

const ended = new AbortController();
// A second one ends what hangs at its end.
process.once('SIGINT', () => ended.abort());
process.once('SIGTERM', () => ended.abort());
const exitCode = await runAgent(process.argv.slice(2), processTerminal(environment()), ended.signal);
// What a command has opened and that hangs shall not keep its process alive.
if (exitCode !== undefined) process.stdout.write('', () => process.exit(exitCode));
