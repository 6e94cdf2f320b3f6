import type { RunningService } from '#testing/running-service.js';
import type { World } from '../world/world.js';
import type { CrashPoint } from './points.js';
import type { TappedWay } from './tapped-ways.js';

/** Under load each point is reached within a second or two; after another kill, only once the waiting calls have given up. */
const REACHED_MS = 40_000;
/** The message is held back for this time before the process is killed, to find a process that does not wait for it. */
const HELD_MS = 50;
const KILLED = 137;

/** A killed process; `back` resolves when it is ready again. */
export interface Crashed {
  back: Promise<void>;
}

/**
 * Kills a process with SIGKILL at a point, and starts it again. Resolves when the point was reached and the signal was sent.
 * @throws Error when it was not reached in time
 */
export function crashAt(point: CrashPoint, world: World, member: RunningService, way: TappedWay): Promise<Crashed> {
  const here = point.lookOut((name) => world.topic(name));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      way.tap(undefined);
      reject(new Error(`${point.service} did not come to the point "${point.name}" in ${REACHED_MS / 1000} s`));
    }, REACHED_MS);
    way.tap((message) => {
      if (!here(message)) return true;
      way.tap(undefined);
      clearTimeout(timer);
      setTimeout(() => {
        const back = restarted(point, world, member);
        back.catch(() => undefined);
        resolve({ back });
      }, HELD_MS);
      return false;
    });
  });
}

async function restarted(point: CrashPoint, world: World, member: RunningService): Promise<void> {
  const code = await world.fleet.ended(member, 'SIGKILL');
  if (code !== KILLED) throw new Error(`${point.service} was to die of SIGKILL at "${point.name}" and ended with ${code}`);
}
