import { freePorts } from '../processes/free-port.js';
import { portsOf, readStackSettings } from './stack-settings.js';

/** The port settings of a further installation on this machine, by variable. */
export async function freePortSettings(): Promise<Record<string, string>> {
  const settings = portsOf(readStackSettings({}));
  const ports = await freePorts(settings.length);
  return Object.fromEntries(settings.map(({ env }, at) => [env, String(ports[at])]));
}
