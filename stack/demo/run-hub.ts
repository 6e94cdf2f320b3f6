import { setTimeout as sleep } from 'node:timers/promises';
import { ForkliftHall, HALL_FENCES, HALL_ZONES, hallTrackables } from '#omlox-hub/forklift-hall.js';
import { OmloxHub } from '#omlox-hub/omlox-hub.js';

export interface HubDemoOptions {
  port: number;
  /** Number of forklifts in the hall. */
  objects: number;
  seed: number;
  signal: AbortSignal;
}

const TICK_MS = 1000;

/** Runs an omlox hub on this machine, with forklifts in a hall, for trying the agent, until the signal is aborted. */
export async function runHub({ port, objects, seed, signal }: HubDemoOptions, print: (text: string) => void): Promise<void> {
  const hub = await OmloxHub.start({ port, zones: HALL_ZONES, fences: HALL_FENCES, trackables: hallTrackables(objects) });
  const hall = new ForkliftHall(hub, objects, seed);
  print(
    `A hub of the omlox interface runs at ${hub.url}: ${objects} forklifts drive in a hall on two floors ` +
      `and cross ${HALL_FENCES.length} fences. Ctrl-C ends it.\n\nThese lines of agent.yaml read it:\n\n${agentLines(hub.url)}\n`,
  );
  while (!signal.aborted) {
    hall.step(TICK_MS / 1000, Date.now());
    // Cleared, since the list of sent messages is not needed here and would grow.
    hub.log.lines.length = 0;
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
  await hub.stop();
}

function agentLines(url: string): string {
  return `sources:
  - name: hall
    kind: omlox
    url: ${url}
    fences:
      enabled: true
      field: area
    properties: [battery]
`;
}
