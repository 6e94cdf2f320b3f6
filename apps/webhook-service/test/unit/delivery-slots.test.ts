import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DeliverySlots } from '../../src/sending/delivery-slots.js';

const never = new AbortController().signal;

describe('slots', () => {
  it('are limited per workspace, and leave some for others', async () => {
    const slots = new DeliverySlots({ atATime: 10, ofAWorkspace: 2 });
    const leave = [await slots.enter('slow', never), await slots.enter('slow', never)];
    let third = false;
    const waiting = slots.enter('slow', never).then((left) => ((third = true), left));
    await slots.enter('other', never);
    await turn();
    expect(third).toBe(false);
    leave[0]!();
    await waiting;
    expect(third).toBe(true);
  });

  it('go to the workspace with the fewest when all are taken', async () => {
    const slots = new DeliverySlots({ atATime: 5, ofAWorkspace: 5 });
    const many = [
      await slots.enter('many', never),
      await slots.enter('many', never),
      await slots.enter('many', never),
      await slots.enter('many', never),
    ];
    await slots.enter('few', never);
    const order: string[] = [];
    for (const workspace of ['many', 'few', 'none']) void slots.enter(workspace, never).then(() => order.push(workspace));
    for (const leave of many.slice(1)) {
      leave();
      await turn();
    }
    expect(order).toEqual(['none', 'few', 'many']);
  });

  it('are returned once, however often they are released', async () => {
    const slots = new DeliverySlots({ atATime: 1, ofAWorkspace: 1 });
    const leave = await slots.enter('a', never);
    leave();
    leave();
    await slots.enter('a', never);
    let second = false;
    void slots.enter('a', never).then(() => (second = true));
    await turn();
    expect(second).toBe(false);
  });

  it('are not kept for a message that has given up waiting', async () => {
    const slots = new DeliverySlots({ atATime: 1, ofAWorkspace: 1 });
    const leave = await slots.enter('a', never);
    const gone = new AbortController();
    const waiting = slots.enter('a', gone.signal);
    gone.abort();
    await expect(waiting).rejects.toThrow();
    leave();
    await slots.enter('a', never);
    await expect(slots.enter('a', AbortSignal.abort())).rejects.toThrow();
  });
});
