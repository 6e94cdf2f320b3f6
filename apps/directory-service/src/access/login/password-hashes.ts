import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { Problem } from '#problems/problem.js';
import { createSecret } from './opaque-secret.js';
import { normalPassword } from './password-rules.js';

/** Argon2id (RFC 9106, 4); the package's const enum cannot be imported. */
const ARGON2ID = 2 as Algorithm;

export interface HashCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
}

export interface HashQueueBounds {
  atATime: number;
  waiting: number;
}

/**
 * Hashes passwords with argon2id, only a few at a time, since each run occupies its whole memory until it ends. Requests beyond the queue
 * are refused at once.
 */
export class PasswordHashes {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  private readonly options;
  private dummy: Promise<string> | undefined;

  constructor(
    cost: HashCost,
    private readonly bounds: HashQueueBounds,
  ) {
    this.options = { ...cost, parallelism: 1, algorithm: ARGON2ID };
  }

  /** @throws Problem 503 when too many wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(normalPassword(password), this.options));
  }

  /**
   * Whether the password matches the hash. Without a hash it is false, and takes as long.
   * @throws Problem 503 when too many wait
   */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const against = stored ?? (await (this.dummy ??= hash(createSecret(), this.options)));
    const right = await this.inTurn(() => verify(against, normalPassword(password)));
    return right && typeof stored === 'string';
  }

  /** Whether a hash has another cost than the present settings. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost } = parseOptions(stored);
    return memoryCost !== this.options.memoryCost || timeCost !== this.options.timeCost;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.bounds.atATime) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private turn(): Promise<void> {
    if (this.queue.length >= this.bounds.waiting)
      throw new Problem('overloaded', 'Too many logins are waiting; nothing was changed. Try again in a moment.', {
        headers: { 'retry-after': '1' },
      });
    return new Promise((resolve) => this.queue.push(resolve));
  }
}
