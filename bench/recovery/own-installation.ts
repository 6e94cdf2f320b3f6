import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { freePortSettings } from '#stack/settings/free-port-settings.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { ProcessRecords } from '#stack/supervision/process-record.js';
import type { Target } from '../peers/load/write-job.js';

const LAUNCHER = join(repositoryRoot, 'stack/launch.mjs');

/** An installation as `npm start` makes it, in a temporary folder and on free ports: its supervisor starts killed processes again. */
export class OwnInstallation {
  private constructor(
    private readonly data: string,
    private readonly environment: Readonly<Record<string, string>>,
    readonly target: Extract<Target, { kind: 'waymark' }>,
  ) {}

  /** @throws Error with the output of `npm start`, if it fails */
  static async start(): Promise<OwnInstallation> {
    const data = await mkdtemp(join(tmpdir(), 'waymark-recovery-'));
    const environment: Record<string, string> = { ...(await freePortSettings()), WAYMARK_DATA: data };
    try {
      const { stdout } = await execa(process.execPath, [LAUNCHER, 'start', '--detach'], { env: environment });
      const token = /export TOKEN='([^']+)'/.exec(stdout)?.[1];
      if (token === undefined) throw new Error(`npm start printed no token:\n${stdout}`);
      const url = `http://127.0.0.1:${environment['WAYMARK_PORT']}`;
      return new OwnInstallation(data, environment, { kind: 'waymark', url, token, workspace: 'demo', mode: 'wait' });
    } catch (error) {
      await end(data, environment);
      throw error;
    }
  }

  /** Sends SIGKILL to the process of a server. */
  kill(name: string): void {
    const record = new ProcessRecords(join(this.data, 'run')).running().find((each) => each.name === name);
    if (!record) throw new Error(`${name} does not run.`);
    process.kill(record.pid, 'SIGKILL');
  }

  async close(): Promise<void> {
    await end(this.data, this.environment);
  }
}

async function end(data: string, environment: Readonly<Record<string, string>>): Promise<void> {
  await execa(process.execPath, [LAUNCHER, 'stop'], { env: environment, reject: false });
  await rm(data, { recursive: true, force: true });
}
