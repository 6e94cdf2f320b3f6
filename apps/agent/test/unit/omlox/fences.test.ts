import { afterEach, describe, expect, it } from 'vitest';
import { OmloxHub } from '#omlox-hub/omlox-hub.js';
import type { HubQuirk } from '#omlox-hub/quirks.js';
import { collect, type Collected } from './collected.js';

const AT = Date.UTC(2026, 4, 1, 8);
const POLL = { timeout: 25_000, interval: 10 };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(quirks: readonly HubQuirk[] = []): Promise<{ hub: OmloxHub; source: Collected }> {
  const hub = await OmloxHub.start({
    quirks,
    trackables: [{ id: 'a', properties: { externalId: 'erp-7' } }, { id: 'b' }],
    fences: [{ id: 'f1', name: 'Dock' }, { id: 'f2', name: 'Ramp' }, { id: 'f3' }],
  });
  closing.push(() => hub.stop());
  for (const thing of ['a', 'b']) hub.move(thing, { at: AT, lat: 1, lon: 1 });
  hub.cross('b', 'f2', true, AT);
  const source = collect({ url: hub.url, fences: { enabled: true, field: 'area' } });
  closing.push(() => source.stop());
  await expect.poll(() => emitted(source).length, POLL).toBe(2);
  return { hub, source };
}

/** `<externalId> <fence or -> @<ms after the beginning>` of each fence value delivered. */
function emitted(source: Collected): string[] {
  return source.messages.flatMap(({ reading }) => {
    const field = reading?.fields.area;
    return field ? [`${reading!.externalId} ${field.value ?? '-'} @${(reading!.observedAt ?? NaN) - AT}`] : [];
  });
}

describe('fences', () => {
  it('are a field: at the start of each thing, then with each entry and exit at its own time', async () => {
    const { hub, source } = await started();
    expect(emitted(source).sort()).toEqual(['erp-7 - @0', 'omlox:hall:b Ramp @0']);
    hub.cross('a', 'f1', true, AT + 10);
    hub.cross('a', 'f2', true, AT + 20);
    hub.cross('a', 'f1', false, AT + 30);
    hub.cross('a', 'f2', false, AT + 40);
    hub.cross('a', 'f3', true, AT + 50);
    await expect
      .poll(() => emitted(source).slice(2), POLL)
      .toEqual(['erp-7 Dock @10', 'erp-7 Ramp @20', 'erp-7 Ramp @30', 'erp-7 - @40', 'erp-7 f3 @50']);
    expect(source.messages.at(-1)!.reading!.fields.area).toEqual({ type: 'Category', value: 'f3' });
    expect(source.messages.at(-1)!.reading!.position).toBeUndefined();
  });

  it("that were entered and left while no socket was open are corrected, as of the thing's last observation", async () => {
    const { hub, source } = await started();
    const gone = [...hub.sockets].map(({ closed }) => closed);
    hub.closeSockets();
    // Without polling in between: the source may open another socket within some milliseconds.
    await Promise.all(gone);
    hub.cross('a', 'f1', true, AT + 10);
    hub.cross('b', 'f2', false, AT + 10);
    hub.move('a', { at: AT + 11, lat: 1, lon: 1 });
    hub.move('b', { at: AT + 12, lat: 1, lon: 1 });
    await expect.poll(() => emitted(source).slice(2).sort(), POLL).toEqual(['erp-7 Dock @11', 'omlox:hall:b - @12']);
  });

  it('that did not change while no socket was open are not repeated', async () => {
    const { hub, source } = await started();
    hub.closeSockets();
    await expect.poll(() => source.connections.length, POLL).toBe(2);
    hub.cross('a', 'f1', true, AT + 10);
    await expect.poll(() => emitted(source).slice(2), POLL).toEqual(['erp-7 Dock @10']);
  });

  it('are reported once although the hub repeats the event, and the name of a new fence is requested', async () => {
    const { hub, source } = await started(['no-summary', 'ids-in-lists']);
    const event = { id: 'e1', fence_id: 'new', event_type: 'region_entry', trackable_id: 'a', entry_time: new Date(AT + 5).toISOString() };
    hub.world.fences.set('new', { id: 'new', name: 'Yard', inside: new Map() });
    for (const socket of hub.sockets) for (const _again of [1, 2]) socket.fence(event, 'a', true, AT + 5);
    hub.cross('a', 'f1', true, AT + 10);
    await expect.poll(() => emitted(source).slice(2), POLL).toEqual(['erp-7 Yard @5', 'erp-7 Dock @10']);
  });

  it.each([
    ['no-id', { id: 'e', fence_id: 'f1', event_type: 'region_entry', provider_id: 'tag' }],
    ['unreadable', { id: 'e', fence_id: 'f1', event_type: 'region_nap', trackable_id: 'a' }],
    ['unreadable', { id: 'e', event_type: 'region_entry', trackable_id: 'a' }],
    ['unreadable', 'event'],
  ])('of an event without a usable thing are quarantined as %s: %j', async (reason, event) => {
    const { hub, source } = await started();
    for (const socket of hub.sockets) socket.fence(event as never, 'a', true, AT);
    await expect.poll(() => source.messages.at(-1)!.quarantined, POLL).toMatchObject({ reason });
  });

  it('follow positions in order', async () => {
    const { hub, source } = await started();
    hub.move('c', { at: AT + 1, lat: 1, lon: 1 });
    hub.cross('c', 'f1', true, AT + 1);
    // The first element of an object must have its position.
    await expect
      .poll(() => source.messages.filter(({ reading }) => reading?.id === 'c').map(({ reading }) => reading!.position !== undefined), POLL)
      .toEqual([true, false]);
  });
});
