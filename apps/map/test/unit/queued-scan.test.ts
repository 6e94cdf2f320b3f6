import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../src/api/problem.js';
import { nextToSend, type StoredScan, verdictOfAnswer, verdictOfProblem, waitBeforeRetry } from '../../src/scan-queue/queued-scan.js';

const scan = (seq: number, more: Partial<StoredScan> = {}): StoredScan => ({
  seq,
  key: `k${seq}`,
  workspace: 'w',
  subject: 'me',
  update: { externalId: `o${seq}` },
  at: 0,
  ...more,
});
const rejected = { code: 'belongs-to-another-workspace', detail: 'no' };

describe('the queue of scans', () => {
  it('sends in the order of scanning', () => expect(nextToSend([scan(3), scan(1), scan(2)], 'me', ['w'])).toMatchObject({ seq: 1 }));
  it('skips scans that were refused, or belong to somebody else or another workspace', () => {
    const scans = [scan(1, { rejected }), scan(2, { subject: 'you' }), scan(3, { workspace: 'v' }), scan(4)];
    expect(nextToSend(scans, 'me', ['w'])).toMatchObject({ seq: 4 });
    expect(nextToSend(scans.slice(0, 3), 'me', ['w'])).toBeUndefined();
  });

  it('is done with applied and refused scans', () => {
    expect(verdictOfAnswer({ results: [{ index: 0, externalId: 'o', status: 'created', revision: 1 }] })).toEqual({
      then: 'done',
      outcome: { is: 'created' },
    });
    const refused = { results: [{ index: 0, externalId: 'o', status: 'rejected', error: rejected }] };
    expect(verdictOfAnswer(refused)).toEqual({ then: 'done', outcome: { is: 'rejected', ...rejected } });
    for (const status of [403, 422])
      expect(verdictOfProblem(new ApiProblem(status, String(status), '', refused))).toEqual({
        then: 'done',
        outcome: { is: 'rejected', ...rejected },
      });
  });

  it('continues with pending scans', () =>
    expect(verdictOfAnswer({ operationId: 'x', status: 'pending' })).toMatchObject({ then: 'wait' }));

  it.each([0, 401, 408, 429, 500, 502, 503])('tries again after %d', (status) =>
    expect(verdictOfProblem(new ApiProblem(status, 'x', '', {}, 7))).toMatchObject({ then: 'wait', seconds: 7 }),
  );
  it.each([400, 403, 404, 413, 422])('drops nothing after %d, but shows it', (status) =>
    expect(verdictOfProblem(new ApiProblem(status, 'not-allowed', 'why'))).toEqual({
      then: 'done',
      outcome: { is: 'rejected', code: 'not-allowed', detail: 'why' },
    }),
  );

  it('waits longer and longer, and as long as the server requests', () => {
    expect([1, 2, 3, 4, 5, 99].map((failures) => waitBeforeRetry(failures, undefined))).toEqual([
      2000, 5000, 15_000, 30_000, 60_000, 60_000,
    ]);
    expect(waitBeforeRetry(1, 40)).toBe(40_000);
  });
});
