import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { freePorts, isFree } from '#stack/processes/free-port.js';
import { portHolder } from '#stack/processes/port-holder.js';
import { checkPorts } from '#stack/setup/check-ports.js';

const SERVER = "require('node:net').createServer().listen(Number(process.argv[1]), process.argv[2], () => console.log('up'))";

async function withHolder(port: number, host: string, work: (pid: number) => Promise<void>): Promise<void> {
  const holder = spawn(process.execPath, ['-e', SERVER, String(port), host]);
  try {
    await once(holder.stdout, 'data');
    await work(holder.pid!);
  } finally {
    holder.kill('SIGKILL');
  }
}

it('finds different ports on which a server can listen', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  expect(await Promise.all(ports.map((port) => isFree(port)))).not.toContain(false);
});

it.each(['127.0.0.1', '::1', '0.0.0.0'])('finds the process that listens on a port of %s', async (host) => {
  const [port] = (await freePorts(1)) as [number];
  expect(portHolder(port)).toBeUndefined();
  await withHolder(port, host, async (pid) => {
    expect(portHolder(port)).toEqual({ pid, command: expect.stringContaining('createServer') as string });
  });
});

it('names every busy port, its holder and the setting that moves ours', async () => {
  const [busy, free] = (await freePorts(2)) as [number, number];
  await withHolder(busy, '127.0.0.1', async (pid) => {
    const wanted = [
      { port: busy, host: '127.0.0.1', env: 'WAYMARK_PORT' },
      { port: free, host: '127.0.0.1', env: 'WAYMARK_KAFKA_PORT' },
    ];
    const error = await checkPorts(wanted).then(
      () => undefined,
      (reason: Error) => reason.message,
    );
    expect(error).toContain(`Port ${busy} is held by process ${pid} (`);
    expect(error).toContain(`WAYMARK_PORT=${busy + 1000} npm start`);
    expect(error).not.toContain('WAYMARK_KAFKA_PORT');
  });
});

it('refuses the same number for two ports of ours', async () => {
  const [port] = (await freePorts(1)) as [number];
  const wanted = ['WAYMARK_PORT', 'WAYMARK_KAFKA_PORT'].map((env) => ({ port, host: '127.0.0.1', env }));
  await expect(checkPorts(wanted)).rejects.toThrow(`WAYMARK_KAFKA_PORT=${port} is the number of another port`);
});
