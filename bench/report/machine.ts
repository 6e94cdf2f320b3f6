import { cpus, loadavg, release, totalmem } from 'node:os';

/** What the figures were measured on, in a line; asked before the load begins, so that company on the machine is seen. */
export function machine(): string {
  const [first] = cpus();
  return (
    `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
    `Linux ${release()}, Node ${process.version}, load average ${loadavg()[0]!.toFixed(1)} before the ` +
    'start'
  );
}
