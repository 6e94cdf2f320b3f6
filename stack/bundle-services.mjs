// Bundles each service of dist/ and its imports into a few files, dist/services/<service>.js: loading then takes a third to two thirds of
// the CPU and 40 MB less memory (docs/decisions/0018-bundled-services.md). `build.mjs` runs it. dist/apps/<service>/src/main.js also works.
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiled = join(root, 'dist');
const output = join(compiled, 'services');

const { projects } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
const services = Object.fromEntries(
  Object.entries(projects).map(([name, { sourceRoot, entryFile }]) => [name, join(compiled, sourceRoot, `${entryFile}.js`)]),
);
/** With the program that the projection service starts for a rebuild. */
const input = { ...services, 'projection-rebuild': join(compiled, 'apps/projection-service/src/rebuilding/main.js') };

/** Merges the compiler's source maps into those of the bundle, so that stack traces have lines of the TypeScript sources. */
const compilersMaps = {
  name: 'compilers-maps',
  async load(id) {
    if (!id.startsWith(compiled)) return null;
    const [code, map] = await Promise.all([readFile(id, 'utf8'), readFile(`${id}.map`, 'utf8')]);
    return { code, map: JSON.parse(map) };
  },
};

/** Packages, and the forked package among the libraries. */
const PACKAGE = /.*\/(?:node_modules|libs(?=\/kafka-client\/))\/((?:@[^/]+\/)?[^/]+)/;
const packageOf = (id) => `packages/${PACKAGE.exec(id)[1].replace('/', '+')}`;

/** Leaves out source maps of packages: Node.js reads all maps at startup, and these would cost a third of it, and 40 MB. */
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

const BEYOND_LATIN_1 = /[\u0100-\uffff]/g;
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A service has the text of its files in memory. With a single character beyond Latin-1, each character of a file takes two bytes. */
const inLatin1 = {
  name: 'in-latin-1',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = file.code.replace(BEYOND_LATIN_1, escaped);
  },
};

const bundle = await rolldown({
  input,
  platform: 'node',
  // Native code. kafkajs is for a transport of NestJS that no service uses; it is installed for an example and the bench.
  external: [/^@node-rs\//, 'kafkajs'],
  // Its CommonJS form takes `require` as a parameter, which hides its files from the bundler.
  resolve: { alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
  // As globals, these are accessors, which compiled code calls at each use.
  transform: {
    inject: { Buffer: ['node:buffer', 'Buffer'], performance: ['node:perf_hooks', 'performance'], process: ['node:process', 'default'] },
  },
  plugins: [compilersMaps, noMapsOfPackages, inLatin1],
  onLog(level, log, otherwise) {
    // Optional transports and adapters of NestJS that are not installed.
    if (log.code === 'UNRESOLVED_IMPORT' && log.message.includes('/@nestjs/')) return;
    otherwise(level, log);
  },
});
rmSync(output, { recursive: true, force: true });
// reflect-metadata is the first import of every main.ts and must stay first.
await bundle.write({
  dir: output,
  format: 'esm',
  strictExecutionOrder: true,
  sourcemap: true,
  comments: { jsdoc: false },
  chunkFileNames: '[name].js',
  codeSplitting: { groups: [{ name: packageOf, test: PACKAGE, debugName: 'packages' }] },
});
await bundle.close();
