/** The load generator, a separate process: receives one job by IPC, sends back the result and ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Requests } from './load/bodies.js';
import { HttpConnection } from './load/http-connection.js';
import type { LoadJob, LoadMessage, LoadProgress, LoadResult } from './load/job.js';
import { percentile } from './measure/statistics.js';

const MAX_UNEXPECTED = 3;
const PROGRESS_MS = 100;
/** As many as fit into the gateway's queue of connections that it has not accepted yet. */
const OPENED_TOGETHER = 256;

/** Set while new calls are held back. */
let held: PromiseWithResolvers<void> | undefined;

process.on('message', (message: LoadMessage) => {
  if (message.kind === 'pause') held ??= Promise.withResolvers<void>();
  if (message.kind === 'resume') {
    held?.resolve();
    held = undefined;
  }
  if (message.kind === 'start') {
    void run(message.job).then(
      (result) => process.send!(result, () => process.disconnect()),
      (error: Error) => process.send!({ error: error.message }, () => process.disconnect()),
    );
  }
});

async function run(job: LoadJob): Promise<LoadResult> {
  const requests = new Requests(job);
  const connections: HttpConnection[] = [];
  while (connections.length < job.connections) {
    const next = Math.min(OPENED_TOGETHER, job.connections - connections.length);
    connections.push(...(await Promise.all(Array.from({ length: next }, () => HttpConnection.open(job.url)))));
  }
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const unexpected: string[] = [];
  const wantedStatus = job.mode === 'wait' ? 200 : 202;
  let started = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + (job.durationMs ?? Infinity);

  const drive = async (first: HttpConnection): Promise<void> => {
    let connection = first;
    while (performance.now() < endsAt && started < (job.calls ?? Infinity)) {
      if (held) {
        await Promise.race([held.promise, new Promise((resolve) => setTimeout(resolve, 100))]);
        continue;
      }
      const dueAt = startedAt + (started++ * job.elementsPerCall * 1000) / (job.elementsPerSecond ?? Infinity);
      if (dueAt > performance.now()) await sleep(dueAt - performance.now());
      if (connection.isEnded) connections.push((connection = await HttpConnection.open(job.url)));
      const request = requests.next();
      const sentAt = performance.now();
      const { status, body } = await connection.call(request);
      latencies.push(performance.now() - sentAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== wantedStatus && unexpected.length < MAX_UNEXPECTED) unexpected.push(`${status} ${body.toString('utf8', 0, 300)}`);
    }
  };
  const reporter = setInterval(
    () => process.send!({ progress: (statuses[wantedStatus] ?? 0) * job.elementsPerCall } satisfies LoadProgress),
    PROGRESS_MS,
  );
  await Promise.all(connections.map(drive)).finally(() => clearInterval(reporter));

  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  for (const connection of connections) connection.close();
  const sorted = Float64Array.from(latencies).sort();
  return {
    calls: started,
    elements: started * job.elementsPerCall,
    wanted: (statuses[wantedStatus] ?? 0) * job.elementsPerCall,
    statuses,
    unexpected,
    elapsedMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    cpuMicros: cpu.user + cpu.system,
  };
}
