// Where `npm start` and its companions begin: checks that a build or sources exist, builds what is stale, then runs
// stack/main.ts.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/stack/main.js');
