import { type RunningStack, startStack } from './running-stack.js';
import { createTestSpace, type TestSpace } from './test-space.js';

/** A stack of the default size that the files of a worker use one after the other. */
export interface SharedStack {
  space: TestSpace;
  stack: RunningStack;
}

/**
 * The workspaces of each file that shares a stack: no two have one in common. An object id belongs to one workspace of the installation, so
 * no two may use the same object ids either.
 */
const WORKSPACES = {
  'access-log': ['accessA', 'accessB', 'accessC'],
  'agent-disk': ['yard'],
  'agent-minutes': ['demo'],
  'agent-run': ['agentNorth', 'agentSouth'],
  isolation: ['isolationA', 'isolationB'],
  narrowing: ['narrowA', 'narrowB'],
  'stored-elements': ['stored'],
  updates: ['updatesOwn', 'updatesOther'],
} as const;

/** An idle stack needs as much CPU in 40 s as a start. */
const IDLE_MS = 20_000;

let shared: Promise<SharedStack> | undefined;
let lastUser = '';
let closing: NodeJS.Timeout | undefined;

/**
 * For files that need no settings and no counts of the whole installation, and neither end nor restart a service; they may start further
 * services in the space, and stop those. Starts a stack for the first file of a worker, and after a file that has left it unusable.
 * `giveBack` returns it. The services end with the worker.
 */
export async function sharedStack(file: keyof typeof WORKSPACES): Promise<SharedStack> {
  clearTimeout(closing);
  const former = await shared?.catch(() => undefined);
  if (former === undefined || !(await isReady(former))) {
    if (former !== undefined) process.stderr.write(`${lastUser} left the shared stack unusable; ${file} gets another.\n`);
    await close();
    shared = start();
  }
  lastUser = file;
  return shared!;
}

/** Returns the stack; it is stopped unless another file takes it soon. */
export function giveBack(): void {
  closing = setTimeout(() => void close(), IDLE_MS).unref();
}

async function start(): Promise<SharedStack> {
  const space = await createTestSpace('shared', { workspaces: Object.values(WORKSPACES).flat() });
  try {
    return { space, stack: await startStack(space) };
  } catch (error) {
    await space.close();
    throw error;
  }
}

async function isReady({ stack }: SharedStack): Promise<boolean> {
  const services = [...stack.gateways, ...stack.objectServices, ...stack.projections];
  const answers = await Promise.allSettled(
    services.map(({ url }) => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(({ ok }) => ok)),
  );
  return answers.every((answer) => answer.status === 'fulfilled' && answer.value);
}

async function close(): Promise<void> {
  const former = shared;
  shared = undefined;
  const using = await former?.catch(() => undefined);
  await using?.stack.close();
  await using?.space.close();
}
