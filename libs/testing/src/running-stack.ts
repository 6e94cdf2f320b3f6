import { freePorts } from '#stack/processes/free-port.js';
import type { ServiceName } from '#stack/services/service-environment.js';
import { type RunningService, startService } from './running-service.js';
import type { TestSpace } from './test-space.js';

export interface StackSize {
  gateways?: number;
  objectServices?: number;
  projections?: number;
  /** Number of directory services, which get the seeded records of the space; default 0. */
  directories?: number;
  webhooks?: number;
  /** Number of report services; default 0. */
  reports?: number;
  areas?: number;
}

/** All services of one test space, as separate processes. */
export interface RunningStack {
  gateways: RunningService[];
  objectServices: RunningService[];
  projections: RunningService[];
  directories: RunningService[];
  webhooks: RunningService[];
  reports: RunningService[];
  areas: RunningService[];
  /** URL of the first gateway. */
  url: string;
  /** Stops the gateways first, then the other services; the space stays. */
  close(): Promise<void>;
}

/** Starts a stack. The gateways use the first object service and the first projection; further ones share the work on the topics. */
export async function startStack(
  space: TestSpace,
  { gateways = 1, objectServices = 1, projections = 1, directories = 0, areas = 0, webhooks = 0, reports = 0 }: StackSize = {},
): Promise<RunningStack> {
  const started = await Promise.allSettled([
    startMany(space, 'object-service', objectServices),
    startMany(space, 'projection-service', projections),
    startMany(space, 'directory-service', directories),
    startMany(space, 'webhook-service', webhooks),
    startMany(space, 'report-service', reports),
    startMany(space, 'area-service', areas),
  ]).then(async (inner) => [
    ...inner,
    ...(inner.every(isFulfilled) ? await Promise.allSettled([startMany(space, 'gateway', gateways)]) : []),
  ]);
  if (directories > 0 && started.every(isFulfilled)) await space.handSeedsOver();
  const services = started.map((result) => (isFulfilled(result) ? result.value : []));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await Promise.all(services.flat().map((service) => service.stop()));
    throw failed.reason;
  }
  const [objects, reads, administration, senders, reporting, fences, doors] = services as [
    RunningService[],
    RunningService[],
    RunningService[],
    RunningService[],
    RunningService[],
    RunningService[],
    RunningService[],
  ];
  return {
    gateways: doors,
    objectServices: objects,
    projections: reads,
    directories: administration,
    areas: fences,
    webhooks: senders,
    reports: reporting,
    url: doors[0]?.url ?? '',
    async close() {
      await Promise.all(doors.map((service) => service.stop()));
      await Promise.all([...objects, ...reads, ...administration, ...senders, ...reporting, ...fences].map((service) => service.stop()));
    },
  };
}

async function startMany(space: TestSpace, service: ServiceName, count: number): Promise<RunningService[]> {
  const extraPorts = await freePorts(Math.max(0, count - 1));
  const environments = [{}, ...extraPorts.map((port) => ({ PORT: String(port) }))].slice(0, count);
  const started = await Promise.allSettled(environments.map((overrides) => startService(service, space.environment(service, overrides))));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await Promise.all(started.filter(isFulfilled).map((result) => result.value.stop()));
    throw failed.reason;
  }
  return started.filter(isFulfilled).map((result) => result.value);
}

function isFulfilled<T>(result: PromiseSettledResult<T>): result is PromiseFulfilledResult<T> {
  return result.status === 'fulfilled';
}
