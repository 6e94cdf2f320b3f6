import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { runAs } from '#stack/database/run-as.js';

const NOBODY = { uid: 65_534, gid: 65_534 };

it.runIf(process.getuid?.() === 0)(
  'runs a program as a user who cannot reach its folder, without opening the folder or giving him more than reading',
  async () => {
    const closed = mkdtempSync(join(tmpdir(), 'waymark-closed-'));
    try {
      const program = join(closed, 'bash');
      copyFileSync('/bin/bash', program);
      chmodSync(program, 0o755);
      writeFileSync(join(closed, 'data'), 'content');
      const script = `test -x ${program} && id -u && cat ${closed}/data && ! touch ${closed}/new 2>/dev/null && echo :refused`;
      const { file, args, user } = await runAs(NOBODY, program, ['-c', script], [program]);
      const { stdout } = await execa(file, args, { ...user, cwd: '/' });
      expect(stdout).toBe('65534\ncontent:refused');
      expect(statSync(closed).mode & 0o777).toBe(0o700);
    } finally {
      rmSync(closed, { recursive: true });
    }
  },
);

it('leaves the user as he is when none is given', async () => {
  expect(await runAs(undefined, 'initdb', ['-D', '/x'], [])).toEqual({ file: 'initdb', args: ['-D', '/x'] });
});
