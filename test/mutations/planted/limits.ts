import { type Mutation, stack, unit } from '../mutation.js';

const leases = unit('apps/directory-service/test/unit/lease-rules.test.ts');
const shares = unit('apps/directory-service/test/unit/share-rules.test.ts');
const buckets = unit('apps/gateway/test/unit/limits/token-bucket.test.ts');
const accounts = unit('apps/gateway/test/unit/limits/quota-account.test.ts');
const calls = unit('apps/gateway/test/unit/limits/limited-calls.test.ts');
const tokens = unit('apps/gateway/test/unit/limits/token-counts.test.ts');
const quotas = stack('apps/directory-service/test/real/quotas.test.ts');
const usage = stack('apps/gateway/test/real/usage.test.ts');
const lane = unit('apps/gateway/test/unit/limits/backlog-lane.test.ts');
const rules = 'apps/directory-service/src/limits/quotas/lease-rules.ts';
const account = 'apps/gateway/src/limits/quota-account.ts';
const call = 'apps/gateway/src/limits/limited-call.ts';
const tokenUsage = 'apps/directory-service/src/limits/quotas/token-usage.ts';
const bucket = 'apps/gateway/src/limits/token-bucket.ts';

export const LIMIT_FAULTS: Mutation[] = [
  {
    name: 'grants a quota that others hold',
    file: rules,
    search: 'book.unaccounted - heldByOthers - left',
    replace: 'book.unaccounted - left',
    tests: [leases],
  },
  {
    name: 'trusts a lease that is not booked',
    file: rules,
    search: 'Math.min(report.left, lease.held - consumed)',
    replace: 'report.left',
    tests: [leases],
  },
  {
    name: 'renews leases while calls wait elsewhere',
    file: rules,
    search: 'report.wanted && !yields',
    replace: 'report.wanted',
    tests: [leases],
  },
  {
    name: 'accepts usage reports of a process out of order',
    file: 'apps/directory-service/src/limits/quotas/quota-book.ts',
    search: 'where g.sequence < $2',
    replace: 'where true',
    tests: [quotas],
  },
  {
    name: 'grants a share that others hold',
    file: 'apps/directory-service/src/limits/quotas/share-rules.ts',
    search: 'Math.min(due, 1 - heldByOthers)',
    replace: 'due',
    tests: [shares],
  },
  {
    name: 'fills a bucket when its share changes',
    file: bucket,
    search: 'this.tokens = Math.min(this.tokens, this.capacity);\n  }',
    replace: 'this.tokens = this.capacity;\n  }',
    tests: [buckets],
  },
  { name: 'fills a bucket at the full rate', file: bucket, search: '* this.rate * this.share)', replace: '* this.rate)', tests: [buckets] },
  {
    name: 'continues to use a lease that was given back',
    file: account,
    search: 'this.left = Math.min(this.left, this.keep);',
    replace: 'void this.keep;',
    tests: [accounts],
  },
  {
    name: 'gives back an idle lease while the directory is unreachable',
    file: account,
    search: '(idle && about.reachable)',
    replace: 'idle',
    tests: [accounts],
  },
  {
    name: 'counts refused calls',
    file: call,
    search: "this.uncount();\n    this.giveBackRate('calls', 1);\n    throw refusal;",
    replace: 'throw refusal;',
    tests: [calls],
  },
  {
    name: 'claims a key before the limits are checked',
    file: 'apps/gateway/src/writes/write-calls.ts',
    search: '    await limited?.takeElements(checked.commands.length + checked.refused.length, body.length);\n',
    replace: '',
    also: [
      {
        search: '    const { commands, refused } = checked;\n',
        replace: '    await limited?.takeElements(1, 1);\n    const { commands, refused } = checked;\n',
      },
    ],
    tests: [unit('apps/gateway/test/unit/write-calls.test.ts')],
  },
  {
    name: 'reports counts by token only once, even if the report is lost',
    file: 'apps/gateway/src/limits/token-counts.ts',
    search: 'for (const [count] of this.underway) this.unreported.add(count);',
    replace: '',
    tests: [tokens],
  },
  {
    name: 'counts confirmed calls again in a new process',
    file: 'apps/gateway/src/limits/token-counts.ts',
    search: 'this.calls - this.confirmed.calls',
    replace: 'this.calls',
    tests: [tokens],
  },
  { name: 'counts an uncounted call against its token', file: call, search: 'this.token?.add(-1, 0, 0);', replace: '', tests: [calls] },
  {
    name: 'shows every token the usage of all tokens',
    file: tokenUsage,
    search: 'all ? null : caller.subject.slice(0, MAX_COUNTED_SUBJECT)',
    replace: 'all ? null : null',
    tests: [usage],
  },
  {
    name: 'adds a total to the stored total instead of replacing it',
    file: tokenUsage,
    search: 'set calls = excluded.calls',
    replace: 'set calls = token_usage.calls + excluded.calls',
    tests: [quotas],
  },
  {
    name: 'keeps the counts of every process forever',
    file: 'apps/directory-service/src/limits/quotas/silent-gateways.ts',
    search: 'await foldTokenUsage(client, lives);',
    replace: '',
    tests: [quotas],
  },
  {
    name: 'stops without reporting the final counts',
    file: 'apps/gateway/src/limits/quota-reporter.ts',
    search: 'ledger.tokens.report(this.begunAt, stopping)',
    replace: 'ledger.tokens.report(this.begunAt, false)',
    tests: [usage],
  },
  {
    name: 'reserves nothing for calls outside the backlog lane',
    file: call,
    search: 'const RESERVE = 0.5;',
    replace: 'const RESERVE = 0;',
    tests: [calls],
  },
  {
    name: 'lets new backlog calls overtake waiting ones',
    file: 'apps/gateway/src/limits/backlog-lane.ts',
    search: 'queue === undefined && attempt()',
    replace: 'attempt()',
    tests: [lane],
  },
  {
    name: 'serves a waiting backlog call after its token was revoked',
    file: 'apps/gateway/src/limits/limits.ts',
    search: 'refusalByNow: () => request.refusalByNow?.(request)',
    replace: 'refusalByNow: () => undefined',
    tests: [unit('apps/gateway/test/unit/limits/limit-calls.test.ts')],
  },
  {
    name: 'reports the reserve for other calls as available to the backlog lane',
    file: call,
    search: 'leftToAll : bucket.left(now, reserve)',
    replace: 'leftToAll : leftToAll',
    tests: [calls],
  },
  {
    name: 'keeps leases above the limit of a reduced plan',
    file: 'apps/directory-service/src/limits/quotas/lease-rules.ts',
    search: 'keep: over > 0 && left > 0 ?',
    replace: 'keep: over < 0 && left > 0 ?',
    tests: [unit('apps/directory-service/test/unit/lease-rules.test.ts')],
  },
  {
    name: 'accepts a revoked token again within the clock tolerance',
    file: 'libs/directory/src/directory-copy.ts',
    search: 'const over = nowSeconds - KEPT_AFTER_EXPIRY_S;',
    replace: 'const over = nowSeconds;',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
];
