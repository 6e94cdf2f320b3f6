/** `npm run docs:contracts [-- --publish]`: writes the schema files and docs/asyncapi.json from libs/contracts. */
import { access, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { contractFiles } from '#contracts/contract-files.js';

const published = 'libs/contracts/schemas/published';

/** A published version is frozen: what is there already is never overwritten. */
async function publish(path: string): Promise<void> {
  const target = join(published, basename(path));
  const known = await access(target).then(
    () => true,
    () => false,
  );
  if (known) return;
  await copyFile(path, target);
  console.log(`published ${target}`);
}

for (const [path, content] of contractFiles()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  console.log(`wrote ${path}`);
  if (process.argv.includes('--publish') && path.startsWith('libs/contracts/schemas/waymark.object.')) await publish(path);
}
