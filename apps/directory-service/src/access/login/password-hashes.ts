import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { Problem } from '#problems/problem.js';
import { createSecret } from './opaque-secret.js';
import { normalPassword } from './password-rules.js';

/** The package declares a const enum, which can't be read from outside: argon2id (RFC 9106, 4). */
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
 * Hashes passwords by argon2id, a few at a time: each run holds its whole memory until it ends. Requests that find the queue full
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
   * Whether the password is the one of the hash; without a hash it takes as long, and is false.
   * @throws Problem 503 when too many wait
   */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const against = stored ?? (await (this.dummy ??= hash(createSecret(), this.options)));
    const right = await this.inTurn(() => verify(against, normalPassword(password)));
    return right && typeof stored === 'string';
  }

  /** Whether a hash was made with another cost than is set now. */
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
