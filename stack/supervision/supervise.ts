import { WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { writeJsonFile } from '../data-folder/json-file.js';
import { forgetOwnAddress, noteOwnAddress } from '../data-folder/own-address.js';
import { reachDirectory } from '../directory/reach-directory.js';
import { createToken } from '../directory/token.js';
import { addressOf, type StackSettings } from '../settings/stack-settings.js';
import { openInstallation } from './installation.js';
import type { ClientMessage, SupervisorMessage } from './messages.js';
import type { Report } from './steps.js';
import { lockFile, releaseLock, type SupervisorRecord, takeLock } from './supervisor-lock.js';
import { Supervisor } from './supervisor.js';

const FIRST_WORKSPACE = 'demo';
const FIRST_TOKEN_SECONDS = 30 * 86_400;

/**
 * The supervisor's process, which `npm start` starts in a separate session with a channel between the two. It stops everything on request,
 * on a signal, and if the channel breaks before the order to continue alone, which means that `npm start` was killed.
 */
export async function supervise(settings: StackSettings): Promise<void> {
  const report = (message: SupervisorMessage) => void send(message);
  const logger = createLogger({ service: 'supervisor', instance: String(process.pid), level: 'info' });
  let end: SupervisorMessage = { type: 'stopped' };
  try {
    await run(settings, report, logger);
  } catch (error) {
    end = { type: 'failed', message: (error as Error).message };
    logger.error(end.message);
  }
  await send(end);
  // Exits explicitly, since a download or a client of the broker may still be active.
  process.exit(end.type === 'failed' ? 1 : 0);
}

async function run(settings: StackSettings, report: Report, logger: Logger): Promise<void> {
  const startedAt = performance.now();
  let supervisor: Supervisor | undefined;
  const stopReason = stopRequested(() => supervisor?.kill());
  const record = await takeLock(settings.data);
  try {
    const installation = openInstallation(settings);
    supervisor = new Supervisor(installation, report, logger);
    // So that a hanging start can be stopped.
    const interrupted = await Promise.race([supervisor.start(), stopReason]);
    if (!interrupted) {
      const address = addressOf(settings);
      noteOwnAddress(settings);
      noteAddress(settings, { ...record, address }, logger);
      const seconds = (performance.now() - startedAt) / 1000;
      logger.info({ address, seconds }, 'everything is ready');
      report({
        type: 'ready',
        seconds,
        address,
        workspace: FIRST_WORKSPACE,
        token: await firstToken(settings),
        operator: await reachDirectory(settings).createFirstOperator(),
      });
    }
    logger.info(`ending: ${await stopReason}`);
  } finally {
    await supervisor?.stop();
    forgetOwnAddress(settings);
    releaseLock(settings.data);
  }
}

const NOTE_RETRY_MS = 1_000;

/** Stores the address for `npm run status`. A full disk must not stop running processes, so failures are tried again. */
function noteAddress(settings: StackSettings, record: SupervisorRecord, logger: Logger): void {
  try {
    writeJsonFile(lockFile(settings.data), record);
  } catch (error) {
    logger.warn({ err: error }, 'The address cannot be written down yet; it is tried again.');
    setTimeout(() => noteAddress(settings, record, logger), NOTE_RETRY_MS).unref();
  }
}

/** Resolves when the message is sent, or at once if nobody listens. */
function send(message: SupervisorMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}

/** Resolves with the reason when the supervisor has to stop. */
function stopRequested(kill: () => void): Promise<string> {
  let detached = false;
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.on('message', (message: ClientMessage) => {
      if (message.type === 'detach') detached = true;
      if (message.type === 'stop') resolve('asked by npm start');
      if (message.type === 'kill') kill();
    });
    process.on('disconnect', () => {
      if (!detached) resolve('npm start is gone');
    });
  });
}

function firstToken(settings: StackSettings): Promise<string> {
  return createToken(settings, {
    workspace: FIRST_WORKSPACE,
    name: 'Demo',
    scopes: WORKSPACE_SCOPES,
    expiresInSeconds: FIRST_TOKEN_SECONDS,
  });
}
