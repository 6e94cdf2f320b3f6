/** `npx waymark …` in a checkout: the operator's commands, and those that use the installation's own broker and database. */
import { processTerminal } from '#terminal/process-terminal.js';
import { runWaymark } from '../apps/operator-cli/src/program.js';
import { ownAddress } from './data-folder/own-address.js';
import { backupCommands } from './operating/backup-commands.js';
import { basemapCommands } from './operating/basemap-commands.js';
import { installationCommands } from './operating/installation-commands.js';

const environment = { ...process.env, WAYMARK_URL: process.env.WAYMARK_URL || ownAddress(process.env) };
process.exitCode = await runWaymark(process.argv.slice(2), processTerminal(environment), [
  installationCommands,
  basemapCommands,
  backupCommands,
]);
