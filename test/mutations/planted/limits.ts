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
    name: 'grant what others hold',
    file: rules,
    search: 'book.unaccounted - heldByOthers - left',
    replace: 'book.unaccounted - left',
    tests: [leases],
  },
  {
    name: 'believe in a lease that is not booked',
    file: rules,
    search: 'Math.min(report.left, lease.held - consumed)',
    replace: 'report.left',
    tests: [leases],
  },
  {
    name: 'renew leases while calls wait elsewhere',
    file: rules,
    search: 'report.wanted && !yields',
    replace: 'report.wanted',
    tests: [leases],
  },
  {
    name: 'take reports of a life in any order',
    file: 'apps/directory-service/src/limits/quotas/quota-book.ts',
    search: 'where g.sequence < $2',
    replace: 'where true',
    tests: [quotas],
  },
  {
    name: 'give away a share that others hold',
    file: 'apps/directory-service/src/limits/quotas/share-rules.ts',
    search: 'Math.min(due, 1 - heldByOthers)',
    replace: 'due',
    tests: [shares],
  },
  {
    name: 'fill a bucket for a larger share',
    file: bucket,
    search: 'this.tokens = Math.min(this.tokens, this.capacity);\n  }',
    replace: 'this.tokens = this.capacity;\n  }',
    tests: [buckets],
  },
  { name: 'fill a bucket at the whole rate', file: bucket, search: '* this.rate * this.share)', replace: '* this.rate)', tests: [buckets] },
  {
    name: 'go on with a lease that was given back',
    file: account,
    search: 'this.left = Math.min(this.left, this.keep);',
    replace: 'void this.keep;',
    tests: [accounts],
  },
  {
    name: 'give back an idle lease to a directory that is away',
    file: account,
    search: '(idle && about.reachable)',
    replace: 'idle',
    tests: [accounts],
  },
  {
    name: 'count calls that a limit refuses',
    file: call,
    search: "this.uncount();\n    this.giveBackRate('calls', 1);\n    throw refusal;",
    replace: 'throw refusal;',
    tests: [calls],
  },
  {
    name: 'claim a key before the limits are asked',
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
    name: 'tell counts by token once, heard or not',
    file: 'apps/gateway/src/limits/token-counts.ts',
    search: 'for (const [count] of this.underway) this.untold.add(count);',
    replace: '',
    tests: [tokens],
  },
  {
    name: 'count what the directory has confirmed in a new life too',
    file: 'apps/gateway/src/limits/token-counts.ts',
    search: 'this.calls - this.confirmed.calls',
    replace: 'this.calls',
    tests: [tokens],
  },
  { name: 'count a call by token that is not counted', file: call, search: 'this.token?.add(-1, 0, 0);', replace: '', tests: [calls] },
  {
    name: 'show the usage of all tokens to each',
    file: tokenUsage,
    search: 'all ? null : caller.subject.slice(0, MAX_COUNTED_SUBJECT)',
    replace: 'all ? null : null',
    tests: [usage],
  },
  {
    name: 'add up totals',
    file: tokenUsage,
    search: 'set calls = excluded.calls',
    replace: 'set calls = token_usage.calls + excluded.calls',
    tests: [quotas],
  },
  {
    name: 'keep the counts of each life for ever',
    file: 'apps/directory-service/src/limits/quotas/silent-gateways.ts',
    search: 'await foldTokenUsage(client, lives);',
    replace: '',
    tests: [quotas],
  },
  {
    name: 'end without telling the last counts',
    file: 'apps/gateway/src/limits/quota-reporter.ts',
    search: 'ledger.tokens.report(this.begunAt, stopping)',
    replace: 'ledger.tokens.report(this.begunAt, false)',
    tests: [usage],
  },
  {
    name: 'backlog calls leave nothing to others',
    file: call,
    search: 'const RESERVE = 0.5;',
    replace: 'const RESERVE = 0;',
    tests: [calls],
  },
  {
    name: 'new backlog calls pass those that wait',
    file: 'apps/gateway/src/limits/backlog-lane.ts',
    search: 'queue === undefined && attempt()',
    replace: 'attempt()',
    tests: [lane],
  },
  {
    name: 'a call of the backlog lane that was waiting when its token was revoked',
    file: 'apps/gateway/src/limits/limits.ts',
    search: 'refusalByNow: () => request.refusalByNow?.(request)',
    replace: 'refusalByNow: () => undefined',
    tests: [unit('apps/gateway/test/unit/limits/limit-calls.test.ts')],
  },
  {
    name: 'what is kept for others told as left to the backlog lane',
    file: call,
    search: 'leftToAll : bucket.left(now, reserve)',
    replace: 'leftToAll : leftToAll',
    tests: [calls],
  },
  {
    name: 'leases beyond a plan that was made smaller',
    file: 'apps/directory-service/src/limits/quotas/lease-rules.ts',
    search: 'keep: over > 0 && left > 0 ?',
    replace: 'keep: over < 0 && left > 0 ?',
    tests: [unit('apps/directory-service/test/unit/lease-rules.test.ts')],
  },
  {
    name: 'a revoked token that comes back within the tolerance of clocks',
    file: 'libs/directory/src/directory-copy.ts',
    search: 'const over = nowSeconds - KEPT_AFTER_EXPIRY_S;',
    replace: 'const over = nowSeconds;',
    tests: [unit('libs/identity/test/unit/tokens.test.ts')],
  },
];
