/** The write generator, a separate process: receives one job by IPC, sends back the result and ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ID_STRIDE, variantOf } from '../load/fleet.js';
import { p50AndP99 } from '../measure/statistics.js';
import { openWriter } from './load/open-writer.js';
import type { WriteJob, WriteProgress, WriteResult } from './load/write-job.js';
import type { Update, Writer } from './load/writer.js';

const PROGRESS_MS = 100;

process.once('message', (job: WriteJob) => {
  void run(job).then(
    (result) => process.send!(result, () => process.disconnect()),
    (error: Error) => process.send!({ error: error.message }, () => process.disconnect()),
  );
});

async function run(job: WriteJob): Promise<WriteResult> {
  const { connections, objects, firstRound } = job;
  const writers = await Promise.all(Array.from({ length: connections }, () => openWriter(job.target)));
  const acknowledgedRounds = Array.from({ length: objects }, () => -1);
  const sentRounds = Array.from({ length: objects }, () => -1);
  const latencies: number[] = [];
  const errors: string[] = [];
  let acknowledged = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + (job.durationMs ?? Infinity);

  const drive = async (writer: Writer, first: number): Promise<void> => {
    // Objects of its own, so that no other connection overtakes an update of the same object.
    const owned = Math.ceil((objects - first) / connections);
    const lastTurn = (job.rounds ?? Infinity) * owned;
    let turn = 0;
    for (let call = 0; call < (job.calls ?? Infinity) && turn < lastTurn && performance.now() < endsAt; call++) {
      const updates: (Update & { round: number })[] = [];
      while (updates.length < job.elementsPerCall && turn < lastTurn) {
        const number = ((turn * ID_STRIDE) % owned) * connections + first;
        const round = firstRound + Math.floor(turn++ / owned);
        sentRounds[number] = round;
        updates.push({ number, round, variant: variantOf(number, round) });
      }
      const sentAt = performance.now();
      await writer.write(updates);
      latencies.push(performance.now() - sentAt);
      acknowledged += updates.length;
      for (const { number, round } of updates) acknowledgedRounds[number] = round;
      if (job.pauseMs !== undefined) await sleep(job.pauseMs);
    }
  };
  const reporter = setInterval(() => process.send!({ progress: acknowledged } satisfies WriteProgress), PROGRESS_MS);
  await Promise.all(writers.map((writer, first) => drive(writer, first).catch((error: Error) => void errors.push(error.message))));
  clearInterval(reporter);

  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  for (const writer of writers) writer.close();
  const cpuMicros = cpu.user + cpu.system;
  return { acknowledged, elapsedMs, ...p50AndP99(latencies), cpuMicros, acknowledgedRounds, sentRounds, errors };
}
