import { cpus, loadavg, release, totalmem } from 'node:os';

/** A line about the machine that is measured; called before the load begins, so that it shows other load on the machine. */
export function machine(): string {
  const [first] = cpus();
  return (
    `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `Linux ${release()}, Node ${process.version}, load average ${loadavg()[0]!.toFixed(1)} before the ` +
    'start'
  );
}
