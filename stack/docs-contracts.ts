/**
 * `npm run docs:contracts [-- --publish]`: writes the schema files and docs/asyncapi.json from libs/contracts, the schema
 * of the agent's file, and what the gateway's answers promise where that is new; `--publish` also takes over what they promise in addition.
 */
import { access, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { contractFiles } from '#contracts/contract-files.js';
import { agentSchema } from '../apps/agent/src/configuration/agent-schema.js';
import { presentAnswers } from '../apps/gateway/contract/present-answers.js';
import { publishAnswers } from '../apps/gateway/contract/publish-answers.js';

const published = 'libs/contracts/schemas/published';
const answers = 'apps/gateway/contract/published';
const agentFileSchema = 'apps/agent/agent.schema.json';

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
  if (process.argv.includes('--publish') && /schemas\/waymark\.(object|area)\./.test(path)) await publish(path);
}

await writeFile(agentFileSchema, `${JSON.stringify(agentSchema(), undefined, 2)}\n`);
console.log(`wrote ${agentFileSchema}`);

const renew = process.argv.includes('--publish');
const { added, grown, broken } = await publishAnswers(answers, presentAnswers(), { renew });
for (const name of added) console.log(`published ${answers}/${name}.json`);
for (const name of grown)
  console.log(
    renew
      ? `renewed ${answers}/${name}.json`
      : `${answers}/${name}.json: the answer promises more than is published; --publish takes it over`,
  );
for (const name of broken)
  console.log(`${answers}/${name}.json: the answer no longer keeps what is published, and nothing was written (docs/versioning.md)`);
if (broken.length > 0) process.exitCode = 1;
