import { isFree } from '../processes/free-port.js';
import { portHolder } from '../processes/port-holder.js';

export interface WantedPort {
  port: number;
  host: string;
  /** The setting that changes the port. */
  env: string;
}

/** Distance of the port that a message suggests instead. */
const STEP = 1_000;
const HIGH = 64_000;

/** @throws Error with all taken ports, their holders, and the settings that change ours */
export async function checkPorts(wanted: readonly WantedPort[]): Promise<void> {
  const twice = wanted.filter(({ port }, at) => wanted.findIndex((other) => other.port === port) !== at);
  const faults = twice.map(({ port, env }) => `  ${env}=${port} is the number of another port of ours: set it to another one.`);
  const free = await Promise.all(wanted.map(({ port, host }) => isFree(port, host)));
  for (const [at, { port, env }] of wanted.entries()) {
    if (!free[at])
      faults.push(
        `  Port ${port} is held by ${describeHolder(port)}. End it, or move ours: ${env}=${port > HIGH ? port - STEP : port + STEP} ` +
          'npm start',
      );
  }
  if (faults.length > 0) throw new Error(`Waymark can't listen on all of its ports:\n${faults.join('\n')}`);
}

function describeHolder(port: number): string {
  const holder = portHolder(port);
  return holder ? `process ${holder.pid} (${holder.command})` : "a process that cannot be seen from here (another user's?)";
}
