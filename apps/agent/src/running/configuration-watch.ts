import { statSync } from 'node:fs';

const LOOK_MS = 1_000;

/**
 * Reports a change of some files once they are stable between two looks, so that half-written files are not read. It polls because secrets
 * and files of Kubernetes change by renaming a parent, which file watches miss.
 */
export class ConfigurationWatch {
  private timer: NodeJS.Timeout | undefined;
  private known = '';
  private last = '';

  constructor(
    private files: readonly string[],
    private readonly onChange: () => void,
    private readonly everyMs = LOOK_MS,
  ) {}

  start(): void {
    this.known = this.last = stateOf(this.files);
    this.timer = setInterval(() => this.look(), this.everyMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Watches these files from now on. If the list is unchanged, it keeps their last state, so that no change is missed. */
  watch(files: readonly string[]): void {
    if (files.join('\0') === this.files.join('\0')) return;
    this.files = files;
    this.known = this.last = stateOf(files);
  }

  private look(): void {
    const now = stateOf(this.files);
    const settled = now === this.last;
    this.last = now;
    if (!settled || now === this.known) return;
    this.known = now;
    this.onChange();
  }
}

function stateOf(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        const { ino, size, mtimeNs } = statSync(file, { bigint: true });
        return `${file} ${ino} ${size} ${mtimeNs}`;
      } catch (error) {
        return `${file} ${(error as NodeJS.ErrnoException).code}`;
      }
    })
    .join('\n');
}
