#!/usr/bin/env node
// Entry of `npx waymark …`: builds what is outdated, then runs stack/waymark.ts.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/stack/waymark.js');
