import { MAX_COUNTED_SUBJECT, MAX_TOKEN_COUNTS, type TokenCountReport } from '#contracts/directory/quota-report.js';

/** Most subjects per month. Further ones are limited like any other, but not counted separately. */
const MAX_SUBJECTS = 10_000;
/** Two, for the turn of a month. */
const MAX_MONTHS = 2;
/** Time between two reports of one token, and so the lag of usage by token. */
const EVERY_MS = 5000;

type Totals = Pick<TokenCountReport, 'calls' | 'elements' | 'refused'>;

/** The use of one token in a workspace and month, on this gateway. */
export class TokenCount {
  private calls = 0;
  private elements = 0;
  private refused = 0;
  /** The totals that the directory has confirmed. */
  private confirmed: Totals = { calls: 0, elements: 0, refused: 0 };
  reportedAt = -Infinity;

  constructor(
    private readonly workspace: string,
    private readonly month: string,
    private readonly subject: string,
    private readonly unreported: Set<TokenCount>,
  ) {}

  /** @param calls -1 takes back a call that must not count */
  add(calls: number, elements: number, refused: number): void {
    this.calls += calls;
    this.elements += elements;
    this.refused += refused;
    this.unreported.add(this);
  }

  report(): TokenCountReport {
    const { workspace, month, subject, calls, elements, refused } = this;
    return { workspace, month, subject, calls, elements, refused };
  }

  confirm({ calls, elements, refused }: Totals): void {
    this.confirmed = { calls, elements, refused };
  }

  /** Starts again after the directory has dropped this gateway. It keeps the confirmed totals, so they are subtracted here. */
  beginNewLife(): void {
    this.calls = Math.max(0, this.calls - this.confirmed.calls);
    this.elements -= this.confirmed.elements;
    this.refused -= this.confirmed.refused;
    this.confirmed = { calls: 0, elements: 0, refused: 0 };
    this.reportedAt = -Infinity;
    if (this.calls + this.elements + this.refused > 0) this.unreported.add(this);
  }
}

interface Month {
  workspaces: Map<string, Map<string, TokenCount>>;
  size: number;
}

/**
 * Usage by token, counted separately from the quota and sent with the reports on quotas. The counts are totals since the start of the
 * gateway's present life, so a report may arrive twice or never.
 */
export class TokenCounts {
  private readonly months = new Map<string, Month>();
  /** Counts to report; those that have waited longest come first. */
  private readonly unreported = new Set<TokenCount>();
  /** The last report, until it is answered. */
  private underway: [TokenCount, TokenCountReport][] = [];

  constructor(private readonly onNotCounted: () => void = () => undefined) {}

  /** @param subject claim `sub`: a person's short-lived access tokens are counted together @returns undefined beyond the limit */
  of(workspace: string, month: string, subject: string): TokenCount | undefined {
    return this.months.get(month)?.workspaces.get(workspace)?.get(subject) ?? this.begin(workspace, month, subject);
  }

  get hasUnreported(): boolean {
    return this.unreported.size > 0;
  }

  /** Counts to report, at most `MAX_TOKEN_COUNTS`. @param ends include tokens that were reported less than `EVERY_MS` ago */
  report(now: number, ends: boolean): TokenCountReport[] {
    for (const [count] of this.underway) this.unreported.add(count);
    this.underway = [];
    for (const count of this.unreported) {
      if (this.underway.length >= MAX_TOKEN_COUNTS) break;
      if (!ends && now - count.reportedAt < EVERY_MS) continue;
      count.reportedAt = now;
      this.unreported.delete(count);
      this.underway.push([count, count.report()]);
    }
    return this.underway.map(([, report]) => report);
  }

  /** The directory accepted the last report. */
  reportAccepted(): void {
    for (const [count, report] of this.underway) count.confirm(report);
    this.underway = [];
  }

  beginNewLife(): void {
    this.underway = [];
    const all = new Set(this.unreported);
    for (const { workspaces } of this.months.values())
      for (const counts of workspaces.values()) for (const count of counts.values()) all.add(count);
    this.unreported.clear();
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
    const count = new TokenCount(workspace, month, subject.slice(0, MAX_COUNTED_SUBJECT), this.unreported);
    counts.set(subject, count);
    ofMonth.size += 1;
    return count;
  }
}
