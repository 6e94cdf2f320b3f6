import { expect, it } from 'vitest';
import { DIRECTORY_FAULTS } from './nemesis/directory-faults.js';
import { faultSuite } from './world/fault-suite.js';

faultSuite('the directory fails', { name: 'faults-directory', gateways: 2, directories: 1, clients: 2 }, DIRECTORY_FAULTS, (world) => {
  it('its changes went on, and were tried at both gateways', { timeout: 90_000 }, async () => {
    const { directory } = await world().judge();
    process.stdout.write(`the directory through its faults: ${JSON.stringify({ ...directory, findings: directory?.findings.length })}\n`);
    // If nothing had got through, the run would prove nothing.
    expect(directory!.acknowledged).toBeGreaterThan(50);
    expect(directory!.revokedProbes).toBeGreaterThan(50);
    expect(directory!.suspendedProbes).toBeGreaterThan(10);
  });
});
