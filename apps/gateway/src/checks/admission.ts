import { Problem } from '#problems/problem.js';

const BUSY = { 'retry-after': '1' };

/** Limits calls and bytes in flight, so that memory stays bounded when the broker or the object service is slow. */
export class Admission {
  private calls = 0;
  private bytes = 0;

  constructor(
    private readonly maxCalls: number,
    private readonly maxBytes: number,
  ) {}

  get callsInFlight(): number {
    return this.calls;
  }

  get bytesInFlight(): number {
    return this.bytes;
  }

  /** @throws Problem 503 at once when too many calls are in flight */
  enter(): Admitted {
    if (this.calls >= this.maxCalls)
      throw new Problem('overloaded', 'Too many calls are waiting for their outcomes; try again in a moment.', { headers: BUSY });
    this.calls += 1;
    return new Admitted(this);
  }

  /** Changes the bytes in flight. For `Admitted` only. */
  move(bytes: number): boolean {
    if (bytes > 0 && this.bytes + bytes > this.maxBytes) return false;
    this.bytes += bytes;
    return true;
  }

  leave(): void {
    this.calls -= 1;
  }
}

/** One call's share of the limits; `leave` releases it. */
export class Admitted {
  private bytes = 0;

  constructor(private readonly admission: Admission) {}

  /** @throws Problem 503 when all bodies in flight would exceed the limit */
  take(bytes: number): void {
    if (!this.admission.move(bytes))
      throw new Problem('overloaded', 'Too many bytes of other calls are in flight; try again in a moment.', { headers: BUSY });
    this.bytes += bytes;
  }

  leave(): void {
    this.admission.move(-this.bytes);
    this.admission.leave();
  }
}
