import { statSync } from 'node:fs';
import { CliError, NotSignedInError } from '../cli-error.js';
import { RefusedError } from '../api/refused-error.js';
import { EXIT } from '../exit-codes.js';
import type { Session } from '../session.js';
import type { CommandGroup } from './command-work.js';

/** One thing that was looked at (as in the answer of GET /operator/diagnosis). */
export interface Finding {
  /** What was looked at, as in `directory.migrations`. */
  about: string;
  state: 'fine' | 'warning' | 'broken';
  /** What was found. */
  found: string;
  /** What to do about it; null: nothing. */
  remedy: string | null;
}

const CLOCK_WARNING_MS = 5_000;

/** What can be seen from here. */
async function seenFromHere({ api, url, credentials }: Session): Promise<Finding[]> {
  const before = Date.now();
  const { headers } = await api.ask('GET', '/health/live', { token: null });
  const findings: Finding[] = [{ about: 'cli.gateway', state: 'fine', found: `${url} answers in ${Date.now() - before} ms, in version ${headers.get('waymark-version') ?? 'unknown'} of the interface`, remedy: null }];
  const apart = Math.round(Date.parse(headers.get('date') ?? '') - (before + Date.now()) / 2);
  // The header has whole seconds.
  if (!Number.isNaN(apart)) {
    const far = Math.abs(apart) > CLOCK_WARNING_MS;
    findings.push({ about: 'cli.clock', state: far ? 'warning' : 'fine', found: `the gateway's clock is ${Math.abs(apart) < 1000 ? 'within a second of' : `${Math.round(apart / 1000)} s from`} this machine's`, remedy: far ? 'Set the clocks by NTP: tokens are checked against the time.' : null });
  }
  const mode = statSync(credentials.path, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined) {
    const open = (mode & 0o077) !== 0;
    findings.push({ about: 'cli.credentials', state: open ? 'warning' : 'fine', found: `${credentials.path} can be read by ${open ? 'others' : 'you alone'}`, remedy: open ? `chmod 600 ${credentials.path}` : null });
  }
  return findings;
}

async function seenByTheGateway({ api }: Session): Promise<Finding[]> {
  try {
    return (await api.get<{ findings: Finding[] }>('/operator/diagnosis')).findings;
  } catch (error) {
    if (!(error instanceof NotSignedInError) && !(error instanceof RefusedError)) throw error;
    return [{ about: 'gateway.diagnosis', state: 'broken', found: error.message.split('\n')[0]!, remedy: 'Sign in as an operator: waymark login' }];
  }
}

async function examine(session: Session): Promise<void> {
  const findings = [...(await seenFromHere(session)), ...(await seenByTheGateway(session))];
  session.output.list(findings, [['', ({ state }) => ({ fine: '✓', warning: '!', broken: '✗' })[state]], ['about', ({ about }) => about], ['found', ({ found }) => found], ['do', ({ remedy }) => remedy ?? '']], 'Nothing was looked at.');
  const broken = findings.filter(({ state }) => state === 'broken');
  if (broken.length > 0) throw new CliError(`Broken: ${broken.map(({ about }) => about).join(', ')}.`, EXIT.incomplete);
}

export const doctorCommands: CommandGroup = (program, act) => {
  program.command('doctor').description('look at configuration, versions, topics, migrations, clocks and disk, and say what to do').action(act(examine));
};
