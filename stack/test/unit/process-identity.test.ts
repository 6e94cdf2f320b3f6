import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { identityOf, isRunning } from '#stack/processes/process-identity.js';

it('knows a process again while it runs and no longer after its end', async () => {
  const child = spawn('sleep', ['30']);
  await once(child, 'spawn');
  const identity = identityOf(child.pid!)!;
  expect(isRunning(identity)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isRunning(identity)).toBe(false);
});

it('does not take a later process with the same number for the same one', () => {
  const identity = identityOf(process.pid)!;
  expect(isRunning(identity)).toBe(true);
  const [boot, ticks] = identity.startTime.split('/') as [string, string];
  expect(isRunning({ pid: process.pid, startTime: `${boot}/${Number(ticks) - 1}` })).toBe(false);
  expect(isRunning({ pid: process.pid, startTime: `another-boot/${ticks}` })).toBe(false);
});

it('reads names with blanks and parentheses', async () => {
  const renamed = spawn(process.execPath, ['-e', 'process.title = "x) Z 1 (y"; setTimeout(() => 0, 30000); console.log("ok")']);
  await once(renamed.stdout, 'data');
  try {
    const identity = identityOf(renamed.pid!);
    expect(identity?.startTime).toMatch(/\/\d+$/);
    expect(isRunning(identity!)).toBe(true);
  } finally {
    renamed.kill('SIGKILL');
  }
});

it('takes a zombie for gone', async () => {
  // The inner process ends at once, and its parent never collects its exit code.
  const parent = spawn('bash', ['-c', 'sleep 0.01 & echo $!; exec sleep 30']);
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const zombie = Number(output.toString());
  try {
    await expect.poll(() => identityOf(zombie), { timeout: 5_000 }).toBeUndefined();
  } finally {
    parent.kill('SIGKILL');
  }
});
