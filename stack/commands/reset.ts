import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { JARS_FOLDER, type StackSettings } from '../settings/stack-settings.js';
import { runningSupervisor } from '../supervision/supervisor-lock.js';
import { stop } from './stop.js';

/** The parts of the data folder with Waymark's data; other files in it stay. */
const OURS = [
  'postgres',
  'kafka',
  'logs',
  'run',
  'secrets.json',
  'token-keys.json',
  'token-signing-key.json',
  'workspaces.json',
  'supervisor.json',
  'restored',
  'restoring',
  'erasures.ndjson',
];

/**
 * `npm run reset`: after a question, stops the installation and removes all data, logs, secrets and keys; the downloaded broker stays.
 * @returns the exit code: 1 if the answer is not yes
 */
export async function reset(settings: StackSettings, { yes }: { yes: boolean }, print: (line: string) => void): Promise<number> {
  const there = entries(settings.data).filter((name) => OURS.includes(name));
  if (there.length === 0) {
    print(`Nothing to remove in ${settings.data}.`);
    return 0;
  }
  const running = runningSupervisor(settings.data) !== undefined;
  if (
    !yes &&
    !(await agreed(
      `${running ? 'Waymark runs and will be ended. ' : ''}Remove all objects, topics, logs, keys and tokens in ${settings.data}?`,
    ))
  ) {
    print('Nothing was removed.');
    return 1;
  }
  // Even without a supervisor, since a killed one may have left servers that still write.
  await stop(settings, running ? print : () => undefined);
  await Promise.all(there.map((name) => rm(join(settings.data, name), { recursive: true, force: true })));
  if (entries(settings.data).length === 0) await rm(settings.data, { recursive: true });
  print(
    `Everything in ${settings.data} was removed${entries(settings.data).includes(basename(JARS_FOLDER)) ? ', except for the downloaded broker' : ''}. ` +
      'Old tokens no longer work.',
  );
  return 0;
}

async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Error(`${question} There is no terminal to ask on: say yes by npm run reset -- --yes`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
