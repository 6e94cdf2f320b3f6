import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FILES_SOURCE } from '../../../src/sources/files/files-source.js';
import { RunningSource, until } from './source-bench.js';

/** Recorded data that some machines have next to the checkout. */
const sample = fileURLToPath(new URL('../../../../../../shared/data/liverpool_bus_route14.csv', import.meta.url));

it.skipIf(!existsSync(sample))(
  'the recorded track of a bus route is read completely, once (skipped if the recorded data is missing)',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-track-'));
    try {
      await copyFile(sample, join(folder, 'track.csv'));
      const source = RunningSource.start(FILES_SOURCE, { folder, names: '*.csv', format: 'csv', everySeconds: 0.01 });
      await until(() => source.kept.length >= 1533, 50_000);
      const looks = source.states.length;
      await until(() => source.states.length > looks + 2);
      await source.stop();
      expect(source.kept.length).toBe(1533);
      for (const { document, quarantined } of source.kept) {
        expect(quarantined).toBeUndefined();
        const { latitude, longitude } = (document as { row: Record<string, string> }).row;
        expect(Math.abs(Number(latitude) - 53.4)).toBeLessThan(0.3);
        expect(Math.abs(Number(longitude) + 2.95)).toBeLessThan(0.5);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
