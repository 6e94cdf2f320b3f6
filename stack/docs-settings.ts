/** `npm run docs:settings`: writes docs/settings.md from the services' specifications. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsDocument } from './settings-document.js';
import { repositoryRoot } from './settings/repository-root.js';

await writeFile(join(repositoryRoot, 'docs/settings.md'), settingsDocument());
console.log('wrote docs/settings.md');
