import { type Mutation, stack, unit } from '../mutation.js';

const real = stack('test/end-to-end/webhooks.test.ts');
const runner = unit('apps/webhook-service/test/unit/webhook-runner.test.ts');
const addresses = unit('apps/webhook-service/test/unit/address-rules.test.ts');
const agent = unit('apps/webhook-service/test/unit/guarded-agent.test.ts');
const urls = unit('apps/webhook-service/test/unit/receiver-url.test.ts');
const signatures = unit('apps/webhook-service/test/unit/signed-headers.test.ts');
const leases = stack('apps/webhook-service/test/real/leases.test.ts');
const slots = unit('apps/webhook-service/test/unit/delivery-slots.test.ts');
const rights = unit('apps/webhook-service/test/unit/creator-rights.test.ts');

const at = (file: string): string => `apps/webhook-service/src/${file}`;

/** Faults of webhooks. */
export const WEBHOOK_FAULTS: readonly Mutation[] = [
  { name: 'make a message anew for its retry', file: at('delivering/webhook-runner.ts'), search: 'webhook.pending = { ...message, attempts, failingSince,', replace: 'webhook.pending = Math.random() < 2 ? undefined : { ...message, attempts, failingSince,', tests: [runner] },
  { name: 'move the cursor whatever became of the message', file: at('delivering/webhook-runner.ts'), search: "if (result.outcome === 'delivered') {", replace: "if (result.outcome !== 'gone') {", tests: [runner] },
  { name: 'skip changes that are no longer kept without a word', file: at('delivering/webhook-runner.ts'), search: "return gapMessage(row, cursor, type === 'cursor-expired'", replace: "return { ...changesMessage(row, await this.parts.feed.page(row, cursor, row.max_changes, 0, this.changed.signal)), nextCursor: cursor } ?? gapMessage(row, cursor, type === 'cursor-expired'", tests: [runner] },
  { name: 'send for a workspace that is suspended', file: at('delivering/webhook-runner.ts'), search: "directory.workspace(workspace)?.status !== 'active'", replace: 'directory.workspace(workspace) === undefined', tests: [runner] },
  { name: 'let a former owner move the cursor', file: at('delivering/held-webhooks.ts'), search: "'id = $1 and lease_token = $2 and revision = $3'", replace: "'id = $1 and $2::bigint > 0 and $3::bigint > 0'", tests: [leases] },
  { name: 'take what another instance holds', file: at('delivering/lease-book.ts'), search: 'o.id = w.lease_owner and o.alive_until > now()', replace: 'o.id = w.lease_owner and o.alive_until < now()', tests: [leases] },
  { name: 'connect to what a name means, wherever it is', file: at('network/guarded-agent.ts'), search: '!found.every(({ address }) => addresses.allows(address))', replace: 'found.some(({ address }) => address === "")', tests: [agent] },
  { name: 'take one allowed address of several for enough', file: at('network/guarded-agent.ts'), search: '!found.every(', replace: '!found.some(', tests: [agent] },
  { name: 'take an address in a URL unseen', file: at('network/receiver-url.ts'), search: 'if (isIP(bare) !== 0 && !addresses.allows(bare)) return', replace: 'if (isIP(bare) > 6) return', tests: [urls] },
  { name: 'take odd spellings of a host', file: at('network/receiver-url.ts'), search: 'if (hostAsWritten(text) !== url.hostname)', replace: 'if (hostAsWritten(text) === "")', tests: [urls] },
  { name: 'take the host of a virtual machine for public', file: at('network/address-rules.ts'), search: '!HOST_SERVICES.has(address.toString())', replace: 'true', tests: [addresses] },
  { name: 'forget the former secret at once', file: at('delivering/signing-secrets.ts'), search: '...(isFormerGood ? [', replace: '...(isFormerGood && former_until === null ? [', tests: [signatures] },
  { name: 'let one workspace take all slots', file: at('delivering/delivery-slots.ts'), search: ' && (this.underWay.get(workspace) ?? 0) < this.bounds.ofAWorkspace', replace: '', tests: [slots] },
  { name: 'remember the rights of a person whose tokens were cut off', file: at('rights/creator-rights.ts'), search: 'now - known.at < KNOWN_MS && !changedSince', replace: 'now - known.at < KNOWN_MS', tests: [rights] },
  { name: 'go on from the beginning under another filter', file: at('subscriptions/webhooks.ts'), search: 'const cursor = await feed.cursorAt({ workspace, mode, filter }, before.cursor);', replace: "const cursor = await feed.cursorAt({ workspace, mode, filter }, 'earliest');", tests: [real] },
];
