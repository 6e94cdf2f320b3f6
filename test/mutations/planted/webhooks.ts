import { type Mutation, stack, unit } from '../mutation.js';

const real = stack('test/end-to-end/webhooks.test.ts');
const runner = unit('apps/webhook-service/test/unit/webhook-runner.test.ts');
const addresses = unit('apps/webhook-service/test/unit/address-rules.test.ts');
const hosts = unit('apps/webhook-service/test/unit/host-lookup.test.ts');
const agent = unit('apps/webhook-service/test/unit/guarded-agent.test.ts');
const urls = unit('apps/webhook-service/test/unit/receiver-url.test.ts');
const signatures = unit('apps/webhook-service/test/unit/signed-headers.test.ts');
const leases = stack('apps/webhook-service/test/real/leases.test.ts');
const worker = unit('apps/webhook-service/test/unit/delivery-worker.test.ts');
const slots = unit('apps/webhook-service/test/unit/delivery-slots.test.ts');
const rights = unit('apps/webhook-service/test/unit/creator-rights.test.ts');

const at = (file: string): string => `apps/webhook-service/src/${file}`;

/** Faults of webhooks. */
export const WEBHOOK_FAULTS: readonly Mutation[] = [
  {
    name: 'builds a new message for a retry',
    file: at('delivering/webhook-runner.ts'),
    search: 'webhook.pending = { ...message, body: undefined, attempts, failingSince,',
    replace: 'webhook.pending = Math.random() < 2 ? undefined : { ...message, body: undefined, attempts, failingSince,',
    tests: [runner],
  },
  {
    name: 'moves the cursor although the delivery failed',
    file: at('delivering/webhook-runner.ts'),
    search: "if (result.outcome === 'delivered') {",
    replace: "if (result.outcome !== 'gone') {",
    tests: [runner],
  },
  {
    name: 'skips deleted changes without a gap message',
    file: at('delivering/webhook-reader.ts'),
    search: 'return gapMessage(row, cursor, reason,',
    replace:
      'return { ...changesMessage(row, await this.parts.feed.page(row, cursor, row.max_changes, 0, ' +
      'this.changed)), nextCursor: cursor } ?? gapMessage(row, cursor, reason,',
    tests: [runner],
  },
  {
    name: 'sends for a suspended workspace',
    file: at('delivering/webhook-runner.ts'),
    search: "found?.status === 'active' &&",
    replace: 'found !== undefined &&',
    tests: [runner],
  },
  {
    name: 'sends a gap message as soon as a cursor is refused',
    file: at('delivering/webhook-reader.ts'),
    search: '>= UNREADABLE_MS',
    replace: '>= 5000',
    tests: [runner],
  },
  {
    name: 'sends changes of objects that were erased while the message waited',
    file: at('delivering/webhook-runner.ts'),
    search: 'const kept = await withoutErased(feed, row.workspace, changes);',
    replace: 'const kept = changes;',
    tests: [runner],
  },
  {
    name: 'stops reporting an instance as alive during its shutdown',
    file: at('delivering/delivery-worker.ts'),
    search: '      await this.heartbeat();',
    replace: "      if (this.phase === 'working') await this.heartbeat();",
    tests: [worker],
  },
  {
    name: 'keeps an instance’s first webhooks although others wait',
    file: at('delivering/delivery-worker.ts'),
    search: 'const over = share > maxHeld ?',
    replace: 'const over = share < 0 ?',
    tests: [worker],
  },
  {
    name: 'sends test messages without a limit',
    file: at('subscriptions/test-meter.ts'),
    search: 'if (rowCount === 1) return;',
    replace: 'if (rowCount !== null) return;',
    tests: [stack('apps/webhook-service/test/real/test-meter.test.ts')],
  },
  {
    name: 'forgets a pause that ended before it was reported',
    file: at('subscriptions/pause-notes.ts'),
    search: "'select * from pause_note order by id limit $1'",
    replace: "'select n.* from pause_note n join webhook w on w.id = n.webhook where w.pause_reason is not null limit $1'",
    tests: [leases],
  },
  {
    name: 'lets a previous owner move the cursor',
    file: at('delivering/held-webhooks.ts'),
    search: "'id = $1 and lease_token = $2 and revision = $3'",
    replace: "'id = $1 and $2::bigint > 0 and $3::bigint > 0'",
    tests: [leases],
  },
  {
    name: 'takes webhooks that another instance holds',
    file: at('delivering/lease-book.ts'),
    search: 'from worker o where o.alive_until > now()',
    replace: 'from worker o where o.alive_until < now()',
    tests: [leases],
  },
  {
    name: 'takes a webhook that another instance took during the search',
    file: at('delivering/lease-book.ts'),
    search: '(w.lease_owner is null or w.lease_owner <> all(array(select o.id from worker o where o.alive_until > now())))',
    replace: 'not exists (select from worker o where o.id = w.lease_owner and o.alive_until > now())',
    tests: [leases],
  },
  {
    name: 'connects to any address that a host name resolves to',
    file: at('network/guarded-agent.ts'),
    search: '!found.every(({ address }) => addresses.allows(address))',
    replace: 'found.some(({ address }) => address === "")',
    tests: [agent],
  },
  {
    name: 'accepts a host when only one of its addresses is allowed',
    file: at('network/guarded-agent.ts'),
    search: '!found.every(',
    replace: '!found.some(',
    tests: [agent],
  },
  {
    name: 'looks up hosts one after the other',
    file: at('network/host-lookup.ts'),
    search: 'withTimeout(resolver.resolve4(hostname), done.signal)',
    replace:
      '((globalThis as { turn?: Promise<string[]> }).turn = ((globalThis as { turn?: Promise<unknown> ' +
      '}).turn ?? Promise.resolve()).then(() => withTimeout(resolver.resolve4(hostname), done.signal)))',
    tests: [hosts],
  },
  {
    name: 'accepts an address in a URL without a check',
    file: at('network/receiver-url.ts'),
    search: 'if (isIP(bare) !== 0 && !addresses.allows(bare)) return',
    replace: 'if (isIP(bare) > 6) return',
    tests: [urls],
  },
  {
    name: 'accepts unusual spellings of a host',
    file: at('network/receiver-url.ts'),
    search: 'if (hostAsWritten(text) !== url.hostname)',
    replace: 'if (hostAsWritten(text) === "")',
    tests: [urls],
  },
  {
    name: 'treats the service address of a virtual machine’s host as public',
    file: at('network/address-rules.ts'),
    search: '!HOST_SERVICES.has(address.toString())',
    replace: 'true',
    tests: [addresses],
  },
  {
    name: 'forgets the previous secret at once',
    file: at('sending/signing-secrets.ts'),
    search: '...(isFormerGood ? [',
    replace: '...(isFormerGood && former_until === null ? [',
    tests: [signatures],
  },
  {
    name: 'lets one workspace take all slots',
    file: at('sending/delivery-slots.ts'),
    search: ' && (this.underWay.get(workspace) ?? 0) < this.bounds.ofAWorkspace',
    replace: '',
    tests: [slots],
  },
  {
    name: 'caches the rights of a person whose tokens were revoked',
    file: at('rights/creator-rights.ts'),
    search: 'now - known.at < KNOWN_MS && !changedSince',
    replace: 'now - known.at < KNOWN_MS',
    tests: [rights],
  },
  {
    name: 'starts from the beginning after a change of the filter',
    file: at('subscriptions/webhooks.ts'),
    search: 'acceptedByFeed(feed.cursorAt({ workspace, mode, filter }, before.cursor), false)',
    replace: "acceptedByFeed(feed.cursorAt({ workspace, mode, filter }, 'earliest'), false)",
    tests: [real],
  },
  {
    name: 'moves the cursor before the message is delivered',
    file: 'apps/webhook-service/src/delivering/webhook-runner.ts',
    search: 'if (!isAlive()) return true;',
    replace: 'if (!isAlive()) return true; if (!(await this.parts.store.delivered(this.held, message))) return false;',
    tests: [stack('test/faults/crash-points.test.ts')],
  },
];
