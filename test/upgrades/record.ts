/**
 * Records an installation for the test of upgrades (test/upgrades/README.md):
 *
 *   node dist/test/upgrades/record.js answers FOLDER      WAYMARK_URL, WAYMARK_TOKEN: of a new installation
 *   node dist/test/upgrades/record.js data FOLDER DATA    of the same installation, after it was stopped
 */
import { mkdir } from 'node:fs/promises';
import { RecordedInstallation } from './recorded-installation.js';
import { SampleWorkspace } from './sample-workspace.js';

const [what, folder, data] = process.argv.slice(2);
const { WAYMARK_URL: url, WAYMARK_TOKEN: token } = process.env;
if (what === 'answers' && folder !== undefined && url !== undefined && token !== undefined) {
  await mkdir(folder, { recursive: true });
  const workspace = new SampleWorkspace(url, token);
  await workspace.furnish();
  const answers = await workspace.settledAnswers();
  await new RecordedInstallation(folder).writeAnswers(answers);
  console.log(`${Object.keys(answers).length} answers of ${url}.`);
} else if (what === 'data' && folder !== undefined && data !== undefined) {
  await new RecordedInstallation(folder).pack(data);
} else {
  console.error('Usage: record answers FOLDER, with WAYMARK_URL and WAYMARK_TOKEN in the environment; then record data FOLDER DATA.');
  process.exitCode = 2;
}
