// Where `npm start` and its companions begin: checks that there is something to run, builds what is stale, then hands
// over to stack/main.ts.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/stack/main.js');
