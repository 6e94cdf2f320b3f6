import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { execa } from 'execa';
import type { Answers } from './sample-workspace.js';

/** Files are read once and kept in the repository, so they are compressed as much as possible. */
const SMALLEST = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 22,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};
/** Files that a start makes again. */
const LEFT_OUT = ['./logs', './run', './supervisor.json', './gateway-address'];
const MAX_TAR_BYTES = 512 * 1024 * 1024;

/** The data folder of an installation that was stopped, and what it answered before. */
export class RecordedInstallation {
  constructor(private readonly folder: string) {}

  async pack(data: string): Promise<void> {
    const { stdout } = await execa(
      'tar',
      ['-C', data, ...LEFT_OUT.map((name) => `--exclude=${name}`), '--numeric-owner', '-cf', '-', '.'],
      {
        encoding: 'buffer',
        maxBuffer: MAX_TAR_BYTES,
      },
    );
    await writeFile(join(this.folder, 'data-folder.tar.zst'), zstdCompressSync(stdout, SMALLEST));
  }

  /** @param data an existing empty folder */
  async unpack(data: string): Promise<void> {
    const tar = zstdDecompressSync(await readFile(join(this.folder, 'data-folder.tar.zst')));
    await execa('tar', ['-C', data, '-xf', '-'], { input: tar });
  }

  async writeAnswers(answers: Answers): Promise<void> {
    await writeFile(join(this.folder, 'answers.json.zst'), zstdCompressSync(JSON.stringify(answers), SMALLEST));
  }

  async answers(): Promise<Answers> {
    return JSON.parse(zstdDecompressSync(await readFile(join(this.folder, 'answers.json.zst'))).toString()) as Answers;
  }
}
