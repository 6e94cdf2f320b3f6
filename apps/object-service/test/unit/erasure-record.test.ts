import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErasureRecord } from '../../src/erasing/erasure-record.js';
import type { SerialisedChange } from '../../src/publishing/outbox-payload.js';

const change = (kind: SerialisedChange['kind'], externalId: string, revision: number): SerialisedChange => ({
  kind,
  json: '{}',
  change: { externalId, workspace: 'yard', revision, receivedAt: '2026-11-25T10:00:00.000Z' },
});
const unit = (...changes: SerialisedChange[]) => ({ changes: new Map([[0, changes]]) });

describe('the record of erasures', () => {
  let folder: string;
  let file: string;
  const logger = { error: vi.fn(), info: vi.fn() };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-erasures-'));
    file = join(folder, 'erasures.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { externalId: string; revision: number });

  it('lists exactly the erased objects, including those created again in the same unit', () => {
    const record = new ErasureRecord(file, logger);
    record.note(unit(change('created', 'a', 1), change('erased', 'b', 4), change('created', 'b', 5), change('erased', 'c', 2)));
    record.note(unit(change('updated', 'a', 2)));
    expect(lines()).toEqual([
      { externalId: 'b', workspace: 'yard', revision: 4, erasedAt: expect.any(String) as string },
      { externalId: 'c', workspace: 'yard', revision: 2, erasedAt: expect.any(String) as string },
    ]);
  });

  it('lists each deleted workspace once', () => {
    const record = new ErasureRecord(file, logger);
    record.noteWorkspaces(['yard', 'dock']);
    record.noteWorkspaces(['yard', 'quay']);
    expect(lines()).toEqual(['yard', 'dock', 'quay'].map((workspace) => ({ workspace, deletedAt: expect.any(String) as string })));
  });

  it('continues after half a line that a crash has left', () => {
    appendFileSync(file, '{"externalId":"lost');
    new ErasureRecord(file, logger).note(unit(change('erased', 'b', 4)));
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"externalId":"lost\n\{"externalId":"b".*\n$/);
  });

  it('stops nothing when it cannot be written, and is written later', () => {
    mkdirSync(file);
    const record = new ErasureRecord(file, logger);
    record.note(unit(change('erased', 'b', 4)));
    expect([record.unwritten, logger.error.mock.calls.length]).toEqual([1, 1]);
    rmSync(file, { recursive: true });
    record.note(unit(change('erased', 'c', 2)));
    expect([record.unwritten, lines().map(({ externalId }) => externalId)]).toEqual([0, ['b', 'c']]);
  });

  it('is off without a file', () => {
    const record = new ErasureRecord('', logger);
    record.note(unit(change('erased', 'b', 4)));
    expect(record.unwritten).toBe(0);
  });
});
