// Entry of `npm start` and related commands: checks that a build or sources exist, builds what is outdated, then runs stack/main.ts.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/stack/main.js');
