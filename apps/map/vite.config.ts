import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { packFiles } from './pack-files.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const GATEWAY = `http://localhost:${process.env['WAYMARK_PORT'] ?? 8080}`;

/** Builds the app into dist/app, which the gateway serves under /app; `npx vite apps/map` serves the sources next to a running gateway. */
export default defineConfig({
  root: here('.'),
  base: '/app/',
  publicDir: 'public',
  plugins: [packFiles()],
  build: {
    outDir: here('../../dist/app'),
    emptyOutDir: true,
    target: 'es2023',
    // The page's content security policy permits data URLs only for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { index: here('index.html'), worker: here('src/offline/service-worker.ts') },
      // Plugin timings are not useful to people who start Waymark for the first time.
      checks: { pluginTimings: false },
      // A browser finds the service worker by its name, and its folder is its scope.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        // Browsers keep it cached when our own code changes, and performance tests measure it separately (bench/app).
        codeSplitting: { groups: [{ name: 'maplibre-gl', test: /node_modules\/maplibre-gl\/.*\.m?js$/ }] },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '^/(groups|auth|workspaces|operator|openapi.json|app/session|app/basemap|app/settings.json)': GATEWAY } },
});
