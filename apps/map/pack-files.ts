import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Level 11 takes ten times as long for a few per cent, and the first start after each build would wait for it. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;
/** Compressing smaller files gains nothing. */
const MIN_BYTES = 256;
/** Fonts and pictures are already compressed; source maps are not served. */
const PACKED = /\.(?:html|m?js|css|json|webmanifest|svg|wasm|txt|ico)$/;

/**
 * Writes `<name>.br` and `<name>.gz` next to each file of the built app if they are smaller. Gateways send these files unchanged, so they
 * do not have to compress the app at startup.
 */
export function packFiles(): Plugin {
  let folder = '';
  return {
    name: 'pack-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // Runs after the public files have been copied.
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => PACKED.test(file)).map((file) => pack(join(folder, file))));
    },
  };
}

async function pack(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    brotlied(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    gzipped(plain, { level: GZIP_LEVEL }),
  ]);
  if (br.length < plain.length) await writeFile(`${file}.br`, br);
  if (gz.length < plain.length) await writeFile(`${file}.gz`, gz);
}
