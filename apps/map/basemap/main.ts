import { argv } from 'node:process';
import { buildBasemap } from './build-basemap.js';

// `npm run build` runs this if the sources or packages have changed since (stack/build.mjs).
const { tiles, bytes } = buildBasemap(argv[2]!);
process.stderr.write(`Basemap: ${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB.\n`);
