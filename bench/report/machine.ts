import { cpus, release, totalmem } from 'node:os';

/** What the figures were measured on, in a line. */
export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`;
}
