import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { checkedKeySet, type ForeignIssuer } from './foreign-issuer.js';
import { TokenRefusedError } from './token-header.js';

/** Result of a fetch, for the log. */
export type KeysReport = (issuer: string, error: unknown) => void;

const EVERY_MS = 5 * 60_000;
const RETRY_MS = 30_000;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 128 * 1024;
/** A key set that could not be fetched again for this time is no longer trusted. */
const OLDEST_MS = 24 * 60 * 60_000;

/** The public keys of one foreign issuer, configured or fetched in the background; calls never wait for a fetch. */
export class ForeignKeys {
  private keySet: JWTVerifyGetKey | undefined;
  private kids: ReadonlySet<string> = new Set();
  private fetchedAt = 0;
  private begunAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** Increases whenever a key is removed. */
  removed = 0;

  constructor(
    private readonly source: Pick<ForeignIssuer, 'issuer' | 'keys'>,
    private readonly report: KeysReport,
  ) {
    if ('set' in source.keys) this.take(source.keys.set);
  }

  /** Fetches the keys now and then every five minutes. */
  start(): void {
    if ('set' in this.source.keys) return;
    this.timer = setInterval(() => void this.fetch(), EVERY_MS);
    this.timer.unref();
    void this.fetch();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** @throws TokenRefusedError for an unknown key, which is then fetched in the background, at most every half minute */
  find(kid: string): JWTVerifyGetKey {
    const stale = 'url' in this.source.keys && Date.now() - this.fetchedAt > OLDEST_MS;
    if (this.keySet !== undefined && this.kids.has(kid) && !stale) return this.keySet;
    if ('url' in this.source.keys && performance.now() - this.begunAt > RETRY_MS) void this.fetch();
    throw new TokenRefusedError('The key (kid) of the token is unknown');
  }

  /** Resolves when the fetch has ended, successfully or not; after a failure, the known keys stay. */
  async fetch(): Promise<void> {
    const { keys, issuer } = this.source;
    if (!('url' in keys)) return;
    this.begunAt = performance.now();
    try {
      const answer = await fetch(keys.url, {
        redirect: 'error',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.status !== 200) throw new Error(`${keys.url} answered ${answer.status}`);
      this.take(checkedKeySet(JSON.parse(await boundedText(answer))));
      this.fetchedAt = Date.now();
    } catch (error) {
      this.report(issuer, error);
    }
  }

  private take(set: JSONWebKeySet): void {
    const kids = new Set(set.keys.flatMap(({ kid }) => (typeof kid === 'string' ? [kid] : [])));
    this.removed += [...this.kids].filter((kid) => !kids.has(kid)).length;
    this.kids = kids;
    this.keySet = createLocalJWKSet(set);
  }
}

async function boundedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_BYTES) throw new Error(`The JWK Set has more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
