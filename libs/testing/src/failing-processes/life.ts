import type { Random } from '../workload/random.js';

/** What can happen to a statement or a request of a process. */
export type Fate = 'cut-before' | 'cut-after' | 'die-before' | 'die-after' | 'suspend-before' | 'suspend-after';
const FATES: readonly Fate[] = ['cut-before', 'cut-after', 'die-before', 'die-after', 'suspend-before', 'suspend-after'];

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** A process that dies, is suspended, or loses a connection between any two of its steps, as a seed decides. */
export class Life {
  private state: 'running' | 'suspended' | 'dead' = 'running';
  private resumed = Promise.withResolvers<void>();
  private readonly stalling = Promise.withResolvers<void>();
  private readonly onStall: (() => void)[] = [];

  constructor(
    private readonly random: Random,
    /** The probability of a fault in a step. */
    private readonly rate: number,
    private readonly tally: Map<string, number>,
  ) {}

  get isDead(): boolean {
    return this.state === 'dead';
  }

  /** Resolves when the process has stopped to answer for the first time. */
  get stalled(): Promise<void> {
    return this.stalling.promise;
  }

  /** Called when the process dies or is suspended. */
  whenStalled(action: () => void): void {
    this.onStall.push(action);
  }

  die(): void {
    this.stop('dead');
  }

  resume(): void {
    if (this.state !== 'suspended') return;
    this.state = 'running';
    this.resumed.resolve();
    this.resumed = Promise.withResolvers();
  }

  /**
   * A step whose answer the process waits for.
   * @param cut makes the error of a lost connection, and breaks it
   * @param weight how much more likely a fault is than in other steps
   */
  async step<T>(work: () => Promise<T>, cut: () => Error, weight = 1): Promise<T> {
    await this.running();
    const fate = this.fate(weight);
    if (fate === 'die-before') this.die();
    if (fate === 'suspend-before') this.stop('suspended');
    await this.running();
    if (fate === 'cut-before') throw cut();
    const done = work();
    done.catch(() => undefined);
    if (fate === 'die-after') this.die();
    if (fate === 'suspend-after') this.stop('suspended');
    const answer = await done.finally(() => this.running());
    if (fate === 'cut-after') throw cut();
    return answer;
  }

  private fate(weight: number): Fate | undefined {
    if (!this.random.chance(this.rate * weight)) return undefined;
    const fate = this.random.pick(FATES);
    this.tally.set(fate, (this.tally.get(fate) ?? 0) + 1);
    return fate;
  }

  private stop(state: 'suspended' | 'dead'): void {
    if (this.state === 'dead') return;
    this.state = state;
    for (const action of this.onStall) action();
    this.stalling.resolve();
  }

  private async running(): Promise<void> {
    while (this.state === 'suspended') await this.resumed.promise;
    if (this.state === 'dead') await never();
  }
}
