import { statSync } from 'node:fs';
import { broken, type Finding, fine, warning } from '#contracts/directory/diagnosis.js';
import { RefusedError } from '../api/refused-error.js';
import { CliError, NotSignedInError } from '../errors/cli-error.js';
import { EXIT } from '../errors/exit-codes.js';
import type { CommandGroup } from '../session/command-work.js';
import type { Session } from '../session/session.js';

const CLOCK_WARNING_MS = 5_000;
/** A working gateway answers at once, so a slower one is blocked. */
const TIMEOUT_MS = 5_000;

/** Findings about the gateway, the clock and the credentials file from this machine. */
async function seenFromHere({ api, url, credentials }: Session): Promise<Finding[]> {
  const before = Date.now();
  const { headers } = await api.ask('GET', '/health/live', { token: null, timeoutMs: TIMEOUT_MS });
  const findings = [
    fine(
      'cli.gateway',
      `${url} answers in ${Date.now() - before} ms, with version ${headers.get('waymark-version') ?? 'unknown'} of the API`,
    ),
  ];
  const apart = Math.round(Date.parse(headers.get('date') ?? '') - (before + Date.now()) / 2);
  if (Math.abs(apart) > CLOCK_WARNING_MS)
    findings.push(
      warning(
        'cli.clock',
        `the gateway's clock is ${Math.round(apart / 1000)} s from this machine's`,
        'Synchronize the clocks with NTP: the validity of tokens depends on them.',
      ),
    );
  const mode = statSync(credentials.path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    findings.push(warning('cli.credentials', `others can read ${credentials.path}`, `chmod 600 ${credentials.path}`));
  return findings;
}

async function seenByTheGateway({ api }: Session): Promise<Finding[]> {
  try {
    return (await api.get<{ findings: Finding[] }>('/operator/diagnosis')).findings;
  } catch (error) {
    if (!(error instanceof NotSignedInError) && !(error instanceof RefusedError)) throw error;
    return [broken('gateway.diagnosis', error.message.split('\n')[0]!, 'Sign in as an operator: waymark login')];
  }
}

async function examine(session: Session): Promise<void> {
  const findings = [...(await seenFromHere(session)), ...(await seenByTheGateway(session))];
  session.output.list(
    findings,
    [
      ['', ({ state }) => ({ fine: '✓', warning: '!', broken: '✗' })[state]],
      ['about', ({ about }) => about],
      ['found', ({ found }) => found],
      ['do', ({ remedy }) => remedy ?? ''],
    ],
    'Nothing was checked.',
  );
  const bad = findings.filter(({ state }) => state === 'broken');
  if (bad.length > 0) throw new CliError(`Broken: ${bad.map(({ about }) => about).join(', ')}.`, EXIT.incomplete);
}

export const doctorCommands: CommandGroup = (program, act) => {
  program
    .command('doctor')
    .description('check configuration, versions, topics, migrations, clocks and disk, and suggest fixes')
    .action(act(examine));
};
