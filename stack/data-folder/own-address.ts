import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, readStackSettings, type StackSettings } from '../settings/stack-settings.js';

const FILE = 'gateway-address';

/** Stores the gateway's address, so that the checkout's commands find it with any ports. */
export function noteOwnAddress(settings: StackSettings): void {
  try {
    writeFileSync(join(settings.data, FILE), `${addressOf(settings)}\n`);
  } catch {
    // Ignored, for example on a full disk: the commands then use the settings.
  }
}

/** Removes the address, since the next start may use other ports. */
export function forgetOwnAddress({ data }: Pick<StackSettings, 'data'>): void {
  rmSync(join(data, FILE), { force: true });
}

/** Address of the checkout's gateway: by the environment, else as it was started, else by the defaults. */
export function ownAddress(environment: NodeJS.ProcessEnv): string {
  const settings = readStackSettings(environment);
  if (environment.WAYMARK_PORT || environment.WAYMARK_HOST) return addressOf(settings);
  try {
    return readFileSync(join(settings.data, FILE), 'utf8').trim() || addressOf(settings);
  } catch {
    return addressOf(settings);
  }
}
