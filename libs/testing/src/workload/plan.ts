import type { SentCommand } from '../oracle/history.js';
import { randomArchival, randomEdit, randomErasure, randomHold, randomUpdate } from './commands.js';
import type { Random } from './random.js';

/** A client's next call. */
export interface PlannedCall {
  name: string;
  workspace: string;
  route: 'post' | 'patch' | 'archive' | 'restore' | 'hold' | 'release' | 'erase';
  commands: SentCommand[];
  /** Indexes of elements that are sent with invalid values, so that the gateway must refuse them. */
  malformed: ReadonlySet<number>;
  respondAsync: boolean;
  strict: boolean;
  waitSeconds?: number;
  idempotencyKey?: string;
  /** How often the same call is sent under its key, regardless of the answers. */
  times: number;
  /** Pause before the call, milliseconds. */
  pauseMs: number;
}

export interface WorkloadOptions {
  workspaces: readonly string[];
  /** Workspaces whose objects are also erased, put under a hold and released. */
  erasing?: readonly string[];
  ids: readonly string[];
  /** Most elements per call. */
  maxElements: number;
  maxPauseMs: number;
}

const ERASURE_CHANCE = 0.06;

/** The next call of a client. All choices come from `random`; only times come from the clock. */
export function planCall(random: Random, client: string, sequence: number, options: WorkloadOptions): PlannedCall {
  const name = `${client}-${sequence}`;
  const workspace = random.pick(options.workspaces);
  if (options.erasing?.includes(workspace) && random.chance(ERASURE_CHANCE)) return planErasure(random, name, workspace, options);
  const route = random.chance(0.82) ? 'post' : random.chance(0.6) ? 'patch' : 'archive';
  const keyed = route === 'post' && random.chance(0.25);
  const count = route === 'post' ? random.integer(1, options.maxElements) : 1;
  const nowMs = Date.now();
  const commands =
    route === 'post'
      ? Array.from({ length: count }, (_, index) => randomUpdate(random, index, options.ids, `${name}.${index}`, nowMs))
      : [route === 'patch' ? randomEdit(random, options.ids, `${name}.0`) : randomArchival(random, options.ids)];
  const malformed = new Set(route === 'post' ? commands.map((one) => one.index).filter(() => random.chance(0.03)) : []);
  return {
    name,
    workspace,
    route: route === 'archive' ? (commands[0]!.kind as 'archive' | 'restore') : route,
    commands,
    malformed,
    respondAsync: route === 'post' && random.chance(0.3),
    strict: route === 'post' && random.chance(0.2),
    ...(random.chance(0.3) && { waitSeconds: random.integer(1, 10) }),
    ...(keyed && { idempotencyKey: `key-${name}` }),
    times: keyed ? random.integer(1, 3) : 1,
    pauseMs: random.integer(0, options.maxPauseMs),
  };
}

function planErasure(random: Random, name: string, workspace: string, { ids, maxPauseMs }: WorkloadOptions): PlannedCall {
  const command = random.chance(0.6) ? randomErasure(random, ids) : randomHold(random, ids);
  return {
    name,
    workspace,
    route: command.kind as 'hold' | 'release' | 'erase',
    commands: [command],
    malformed: new Set(),
    respondAsync: false,
    strict: false,
    times: 1,
    pauseMs: random.integer(0, maxPauseMs),
  };
}
