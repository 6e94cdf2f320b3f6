import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryDiagnosis, Finding } from '#contracts/directory/diagnosis.js';
import { freePorts } from '#stack/processes/free-port.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';

const SHIFTED_CLOCK = join(repositoryRoot, 'dist/test/faults/world/shifted-clock.js');

describe('a gateway whose clock is off', () => {
  let space: TestSpace;
  let directory: RunningService;
  let gateways: RunningService[] = [];
  let folder: string;

  beforeAll(async () => {
    space = await createTestSpace('gateway-clocks', { directory: 'real' });
    folder = await mkdtemp(join(tmpdir(), 'waymark-clocks-'));
    directory = await startService('directory-service', space.environment('directory-service'));
    const [right, off] = (await freePorts(2)) as [number, number];
    const clock = { NODE_OPTIONS: `--import=${pathToFileURL(SHIFTED_CLOCK).href}`, WAYMARK_TEST_CLOCK_FILE: join(folder, 'clock') };
    gateways = await Promise.all([
      startService('gateway', space.environment('gateway', { PORT: String(right), INSTANCE_ID: 'right' })),
      startService('gateway', space.environment('gateway', { PORT: String(off), INSTANCE_ID: 'off', ...clock })),
    ]);
  });
  afterAll(async () => {
    await Promise.all([...gateways, directory].map((service) => service?.stop()));
    await space?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function skew(): Promise<Record<string, number>> {
    const text = await (await fetch(`${directory.url}/metrics`)).text();
    const lines = [...text.matchAll(/^waymark_gateway_clock_skew_seconds\{.*?gateway="(\w+)".*?\} (\S+)$/gm)];
    return Object.fromEntries(lines.map(([, gateway, value]) => [gateway, Number(value)]));
  }
  async function findings(): Promise<Finding[]> {
    const answer = await fetch(`${directory.url}/operator/diagnosis`, {
      headers: { 'x-waymark-internal': space.installation.secrets.internalToken },
    });
    return ((await answer.json()) as DirectoryDiagnosis).findings.filter(({ about }) => about === 'gateways.clocks');
  }

  it('is named by doctor and in a metric, with how far it is off; others are not', async () => {
    await expect.poll(async () => Object.keys(await skew()).sort()).toEqual(['off', 'right']);
    await expect.poll(findings).toMatchObject([{ state: 'fine', found: expect.stringContaining('2 gateways') as string }]);
    await writeFile(join(folder, 'clock'), '2500');
    await expect
      .poll(findings)
      .toMatchObject([
        { state: 'warning', found: expect.stringMatching(/the clock of off is 2\.[45] s ahead of the directory's/) as string },
      ]);
    const ahead = await skew();
    expect(ahead['off']).toBeCloseTo(2.5, 0);
    expect(Math.abs(ahead['right']!)).toBeLessThan(0.5);
  });

  it('that is set back is named within a minute', { timeout: 90_000 }, async () => {
    await writeFile(join(folder, 'clock'), '-3600000');
    await expect
      .poll(findings, { timeout: 75_000, interval: 500 })
      .toMatchObject([{ state: 'warning', found: expect.stringMatching(/the clock of off is (3599\.\d|3600\.0) s behind/) as string }]);
  });
});
