// Puts each service of dist/ and its imports into few files, dist/services/<service>.js: a third to two thirds of the CPU until it
// has loaded, and 40 MB less memory (docs/decisions/0018-bundled-services.md). `build.mjs` runs it;
// dist/apps/<service>/src/main.js runs as well.
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiled = join(root, 'dist');
const output = join(compiled, 'services');

const { projects } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const input = Object.fromEntries(
  Object.entries(projects).map(([name, { sourceRoot, entryFile }]) => [name, join(compiled, sourceRoot, `${entryFile}.js`)]),
);

/** Lets stack traces name the lines of the TypeScript sources: merges the compiler's own maps into those of the bundle. */
const compilersMaps = {
  name: 'compilers-maps',
  async load(id) {
    if (!id.startsWith(compiled)) return null;
    const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
    return { code, map: JSON.parse(map) };
  },
};

/** Packages, and the fork of one among the libraries. */
const PACKAGE = /.*\/(?:node_modules|libs(?=\/kafka-client\/))\/((?:@[^/]+\/)?[^/]+)/;
const packageOf = (id) => `packages/${PACKAGE.exec(id)[1].replace('/', '+')}`;

/** Node.js reads every map at the start: those of other people's code would cost a third of it, and 40 MB. */
const noMapsOfPackages = {
  name: 'no-maps-of-packages',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (!file.fileName.startsWith('packages/')) continue;
      if (file.type === 'asset') delete files[file.fileName];
      else file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    }
  },
};

const bundle = await rolldown({
  input,
  platform: 'node',
  // Native code, and what NestJS requires by name at run time: there must be one copy of each. kafkajs: a transport of NestJS
  // that no service uses; installed for an example.
  external: [/^class-(validator|transformer)(\/|$)/, /^@node-rs\//, 'kafkajs'],
  // Its CommonJS form takes `require` as a parameter, which hides its files from the bundler.
  resolve: { alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
  plugins: [compilersMaps, noMapsOfPackages],
  onLog(level, log, otherwise) {
    // Transports and adapters that NestJS would load if they were installed.
    if (log.code === 'UNRESOLVED_IMPORT' && log.message.includes('/@nestjs/')) return;
    otherwise(level, log);
  },
});
rmSync(output, { recursive: true, force: true });
// reflect-metadata comes first in every main.ts and must stay first.
await bundle.write({
  dir: output,
  format: 'esm',
  strictExecutionOrder: true,
  sourcemap: true,
  chunkFileNames: '[name].js',
  codeSplitting: { groups: [{ name: packageOf, test: PACKAGE, debugName: 'packages' }] },
});
await bundle.close();
