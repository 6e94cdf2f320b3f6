/** Writes the types of the API for the map app, if they have changed; run by the build. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentInterface } from '../apps/gateway/contract/present-interface.js';
import { interfaceTypes } from './map-app-interface.js';
import { repositoryRoot } from './settings/repository-root.js';

const file = join(repositoryRoot, 'apps/map/src/api/interface.d.ts');
const types = await interfaceTypes(presentInterface());
if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types);
