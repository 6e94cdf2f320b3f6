/** `npm run rebuild [-- --check]`: see runRebuild. */
import { runRebuild } from './operating/run-rebuild.js';

process.exitCode = await runRebuild(process.argv.slice(2));
