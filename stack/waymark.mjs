#!/usr/bin/env node
// Where `npx waymark …` begins: builds what is stale, then hands over to stack/waymark.ts.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/stack/waymark.js');
