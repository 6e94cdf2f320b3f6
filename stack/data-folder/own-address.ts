import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, readStackSettings, type StackSettings } from '../settings/stack-settings.js';

const FILE = 'gateway-address';

/** So that the checkout's own commands find the gateway, whatever ports it was started with. */
export function noteOwnAddress(settings: StackSettings): void {
  try {
    writeFileSync(join(settings.data, FILE), `${addressOf(settings)}\n`);
  } catch {
    // A full disk is no reason not to run: the commands fall back to the settings.
  }
}

/** It is not there any more: the next start may use other ports. */
export function forgetOwnAddress({ data }: Pick<StackSettings, 'data'>): void {
  rmSync(join(data, FILE), { force: true });
}

/** Where the checkout's own gateway is: by the settings that are given, else as it was started, else by the defaults. */
export function ownAddress(environment: NodeJS.ProcessEnv): string {
  const settings = readStackSettings(environment);
  if (environment.WAYMARK_PORT || environment.WAYMARK_HOST) return addressOf(settings);
  try {
    return readFileSync(join(settings.data, FILE), 'utf8').trim() || addressOf(settings);
  } catch {
    return addressOf(settings);
  }
}
