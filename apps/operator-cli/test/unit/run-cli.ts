import { Readable } from 'node:stream';
import { runWaymark } from '../../src/program.js';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export interface Circumstances {
  environment?: NodeJS.ProcessEnv;
  /** The contents of stdin, which is not a terminal. */
  input?: string;
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
}

/** One command line as it would run in a shell, isolated from the caller's environment. */
export async function runCli(
  commandLine: readonly string[],
  { environment = {}, input = '', stdin = Readable.from([input]) }: Circumstances = {},
): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await runWaymark(commandLine, {
    environment,
    stdin,
    out: (text) => void (ran.out += text),
    err: (text) => void (ran.err += text),
  });
  return ran;
}
