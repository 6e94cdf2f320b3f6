import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processTerminal } from '#terminal/process-terminal.js';
import type { Terminal } from '#terminal/terminal.js';

const before = { out: process.stdout.listeners('error'), err: process.stderr.listeners('error') };
let exit: ReturnType<typeof vi.spyOn>;
let output = '';
let terminal: Terminal;
beforeEach(() => {
  output = '';
  exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((output += String(text)), true));
  terminal = processTerminal({});
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const listener of process.stdout.listeners('error'))
    if (!before.out.includes(listener)) process.stdout.removeListener('error', listener as () => void);
  for (const listener of process.stderr.listeners('error'))
    if (!before.err.includes(listener)) process.stderr.removeListener('error', listener as () => void);
});

const failing = (code: string): Error => Object.assign(new Error(code), { code });

it('ends without an error when its reader stops reading', () => {
  terminal.out('');
  process.stdout.emit('error', failing('EPIPE'));
  expect(exit.mock.calls[0]).toEqual([0]);
});

it('says that a result could not be written, without a stack, and fails', () => {
  terminal.out('');
  process.stdout.emit('error', failing('ENOSPC'));
  expect([output, exit.mock.calls[0]]).toEqual(['The result could not be written (ENOSPC).\n', [1]]);
});

it('continues when nobody receives its messages', () => {
  expect(() => process.stderr.emit('error', failing('ENOSPC'))).not.toThrow();
});

it('ends no process that prints no results', () => {
  // Like the log of a service, which has its own listener.
  process.stdout.on('error', () => undefined);
  process.stdout.emit('error', failing('ENOSPC'));
  expect(exit).not.toHaveBeenCalled();
});
