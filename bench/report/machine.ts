import { cpus, loadavg, release, totalmem } from 'node:os';

/** The machine of the figures, in a line; asked before the load begins, so that other load on it is visible. */
export function machine(): string {
  const [first] = cpus();
  return (
    `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `Linux ${release()}, Node ${process.version}, load average ${loadavg()[0]!.toFixed(1)} before the ` +
    'start'
  );
}
