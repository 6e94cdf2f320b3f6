/**
 * `npm run docs:contracts [-- --publish]`: writes docs/asyncapi.json from libs/contracts, the schema of the agent's file, and the contracts
 * of new answers of the gateway; `--publish` also adds new parts of existing answers to their contracts.
 */
import { writeFile } from 'node:fs/promises';
import { asyncApiFile, publicSchemaFiles } from '#contracts/schemas/contract-files.js';
import { agentSchema } from '../apps/agent/src/configuration/agent-schema.js';
import { presentAnswers } from '../apps/gateway/contract/present-answers.js';
import { publishAnswers } from '../apps/gateway/contract/publish-answers.js';

const answers = 'apps/gateway/contract/published';
const agentFileSchema = 'apps/agent/agent.schema.json';

/** A published version is frozen: a file that exists is never overwritten. */
async function publish(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx' });
    console.log(`published ${path}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const renew = process.argv.includes('--publish');
const { path, content } = asyncApiFile();
await writeFile(path, content);
console.log(`wrote ${path}`);
if (renew) for (const [file, schema] of publicSchemaFiles()) await publish(file, schema);

await writeFile(agentFileSchema, `${JSON.stringify(agentSchema(), undefined, 2)}\n`);
console.log(`wrote ${agentFileSchema}`);

const { added, grown, broken } = await publishAnswers(answers, presentAnswers(), { renew });
for (const name of added) console.log(`published ${answers}/${name}.json`);
if (renew) for (const name of grown) console.log(`renewed ${answers}/${name}.json`);
else if (grown.length > 0)
  console.log(
    `${grown.length} answers have properties that are not published yet. ` +
      'Leave them for the next release, which publishes them with --publish.',
  );
for (const name of broken)
  console.log(
    `${answers}/${name}.json: clients of the published answer cannot read the new one, so nothing was written. If no release ` +
      'has this answer, delete the file and repeat the command; otherwise change the answer back (docs/versioning.md).',
  );
if (broken.length > 0) process.exitCode = 1;
