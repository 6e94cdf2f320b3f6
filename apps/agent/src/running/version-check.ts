import type { Logger } from '#telemetry/logger.js';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
/** Not at startup, so that a fleet does not send its requests all at once after a power cut. */
const FIRST_WITHIN_MS = 60 * 60_000;

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/**
 * Requests the newest version once a day. It only informs: the answer is shown and logged, nothing is downloaded, and failures do not
 * matter.
 */
export class VersionCheck {
  private timer: NodeJS.Timeout | undefined;
  private newerVersion: string | undefined;

  constructor(
    private readonly url: string,
    private readonly running: string,
    private readonly log: Pick<Logger, 'info' | 'debug'>,
  ) {}

  /** The newest version, if it is newer than the running one. */
  get newer(): string | undefined {
    return this.newerVersion;
  }

  start(): void {
    this.next(Math.random() * FIRST_WITHIN_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** One request. Sends no data, and follows no redirect. */
  async ask(): Promise<void> {
    try {
      const answer = await fetch(this.url, {
        redirect: 'error',
        headers: { accept: 'application/json', 'user-agent': `waymark-agent/${this.running}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { version } = JSON.parse(await bounded(answer)) as { version?: unknown };
      if (!answer.ok || typeof version !== 'string' || !VERSION.test(version))
        throw new Error(`an answer ${answer.status} without a version`);
      const newer = isNewer(version, this.running) ? version : undefined;
      if (newer !== undefined && newer !== this.newerVersion)
        this.log.info({ version: newer, running: this.running }, 'A newer version of the agent is available.');
      this.newerVersion = newer;
    } catch (error) {
      this.log.debug({ reason: (error as Error).message }, 'The newest version could not be requested.');
    }
  }

  private next(inMs: number): void {
    this.timer = setTimeout(() => void this.ask().finally(() => this.next(DAY_MS)), inMs).unref();
  }
}

async function bounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((number, index) => number !== (b[index] ?? 0));
  return at >= 0 && a[at]! > (b[at] ?? 0);
}
