import { MAX_COUNTED_SUBJECT, MAX_TOKEN_COUNTS, type TokenCountReport } from '#contracts/directory/quota-report.js';

/** Of one month: a caller beyond them is limited as any other, and only not counted by itself. */
const MAX_SUBJECTS = 10_000;
/** The end of one month and the begin of the next. */
const MAX_MONTHS = 2;
/** Of each: usage by token may lag by so much. */
const EVERY_MS = 5000;

type Totals = Pick<TokenCountReport, 'calls' | 'elements' | 'refused'>;

/** What one token has done in a workspace in a month, on this gateway. */
export class TokenCount {
  private calls = 0;
  private elements = 0;
  private refused = 0;
  /** As the directory has confirmed it. */
  private confirmed: Totals = { calls: 0, elements: 0, refused: 0 };
  toldAt = -Infinity;

  constructor(
    private readonly workspace: string,
    private readonly month: string,
    private readonly subject: string,
    private readonly untold: Set<TokenCount>,
  ) {}

  /** `calls` is negative for one that is not to count after all. */
  add(calls: number, elements: number, refused: number): void {
    this.calls += calls;
    this.elements += elements;
    this.refused += refused;
    this.untold.add(this);
  }

  report(): TokenCountReport {
    const { workspace, month, subject, calls, elements, refused } = this;
    return { workspace, month, subject, calls, elements, refused };
  }

  confirm({ calls, elements, refused }: Totals): void {
    this.confirmed = { calls, elements, refused };
  }

  /** What the directory has confirmed stays counted there: totals begin anew without it. */
  beginNewLife(): void {
    this.calls = Math.max(0, this.calls - this.confirmed.calls);
    this.elements -= this.confirmed.elements;
    this.refused -= this.confirmed.refused;
    this.confirmed = { calls: 0, elements: 0, refused: 0 };
    this.toldAt = -Infinity;
    if (this.calls + this.elements + this.refused > 0) this.untold.add(this);
  }
}

interface Month {
  workspaces: Map<string, Map<string, TokenCount>>;
  size: number;
}

/**
 * What each token did, counted beside the call and told with the reports on quotas: totals of a life of the gateway, so that a
 * report may come twice or not at all.
 */
export class TokenCounts {
  private readonly months = new Map<string, Month>();
  /** Longest untold first. */
  private readonly untold = new Set<TokenCount>();
  /** Of the last report, until it is answered. */
  private underway: [TokenCount, TokenCountReport][] = [];

  constructor(private readonly onNotCounted: () => void = () => undefined) {}

  /** @param subject claim `sub`: a person's access tokens last minutes, and count together. Undefined: there are too many to count */
  of(workspace: string, month: string, subject: string): TokenCount | undefined {
    return this.months.get(month)?.workspaces.get(workspace)?.get(subject) ?? this.begin(workspace, month, subject);
  }

  get hasUntold(): boolean {
    return this.untold.size > 0;
  }

  /** What there is to tell, of at most `MAX_TOKEN_COUNTS`. @param ends also of those that were told a moment ago */
  report(now: number, ends: boolean): TokenCountReport[] {
    for (const [count] of this.underway) this.untold.add(count);
    this.underway = [];
    for (const count of this.untold) {
      if (this.underway.length >= MAX_TOKEN_COUNTS) break;
      if (!ends && now - count.toldAt < EVERY_MS) continue;
      count.toldAt = now;
      this.untold.delete(count);
      this.underway.push([count, count.report()]);
    }
    return this.underway.map(([, report]) => report);
  }

  /** The last report was taken. */
  told(): void {
    for (const [count, report] of this.underway) count.confirm(report);
    this.underway = [];
  }

  beginNewLife(): void {
    this.underway = [];
    const all = new Set(this.untold);
    for (const { workspaces } of this.months.values())
      for (const counts of workspaces.values()) for (const count of counts.values()) all.add(count);
    this.untold.clear();
    for (const count of all) count.beginNewLife();
  }

  private begin(workspace: string, month: string, subject: string): TokenCount | undefined {
    let ofMonth = this.months.get(month);
    if (ofMonth === undefined) {
      this.months.set(month, (ofMonth = { workspaces: new Map(), size: 0 }));
      if (this.months.size > MAX_MONTHS) this.months.delete([...this.months.keys()].sort()[0]!);
    }
    if (ofMonth.size >= MAX_SUBJECTS) {
      this.onNotCounted();
      return undefined;
    }
    let counts = ofMonth.workspaces.get(workspace);
    if (counts === undefined) ofMonth.workspaces.set(workspace, (counts = new Map()));
    const count = new TokenCount(workspace, month, subject.slice(0, MAX_COUNTED_SUBJECT), this.untold);
    counts.set(subject, count);
    ofMonth.size += 1;
    return count;
  }
}
