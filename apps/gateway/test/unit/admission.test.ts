import { describe, expect, it } from 'vitest';
import { Problem } from '#problems/problem.js';
import { Admission } from '../../src/checks/admission.js';

/** The refusal of a call, or undefined when it is admitted. */
function refusal(action: () => unknown): object | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: error.status, type: error.type, headers: error.extras.headers };
  }
}

const BUSY = { status: 503, type: 'overloaded', headers: { 'retry-after': '1' } };

describe('calls in flight', () => {
  it('are admitted up to the limit, and again as soon as one has left', () => {
    const admission = new Admission(2, 100);
    const first = admission.enter();
    admission.enter();
    expect(refusal(() => admission.enter())).toEqual(BUSY);
    expect(refusal(() => admission.enter())).toEqual(BUSY);
    expect(admission.callsInFlight).toBe(2);
    first.leave();
    expect(refusal(() => admission.enter())).toBeUndefined();
    expect(refusal(() => admission.enter())).toEqual(BUSY);
  });
});

describe('bytes in flight', () => {
  it('are reserved up to the limit, all or none', () => {
    const admission = new Admission(10, 100);
    const large = admission.enter();
    const small = admission.enter();
    large.take(60);
    expect(refusal(() => small.take(41))).toEqual(BUSY);
    expect(admission.bytesInFlight).toBe(60);
    small.take(40);
    expect(admission.bytesInFlight).toBe(100);
    expect(refusal(() => small.take(1))).toEqual(BUSY);
  });

  it('are all released by their own call when it leaves, refused or not', () => {
    const admission = new Admission(10, 100);
    const [first, second] = [admission.enter(), admission.enter()];
    first.take(30);
    first.take(30);
    second.take(20);
    expect(refusal(() => second.take(60))).toEqual(BUSY);
    first.leave();
    expect([admission.callsInFlight, admission.bytesInFlight]).toEqual([1, 20]);
    second.leave();
    expect([admission.callsInFlight, admission.bytesInFlight]).toEqual([0, 0]);
  });

  it('do not refuse calls without a body, however many there are', () => {
    const admission = new Admission(10, 100);
    admission.enter().take(100);
    expect(refusal(() => admission.enter().take(0))).toBeUndefined();
  });
});
