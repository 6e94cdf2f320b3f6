/**
 * How much the tests do: `usual` for `npm test`, `all` for `npm run test:all` and the jobs of CI, and `deep` for the weekly run of CI
 * (`npm run test:deep`). Which files they run: `test/house/rare-tests.ts`.
 */
const SCOPE = process.env['WAYMARK_TESTS'];

/** Number of inputs for a property test: a third of them in `npm run test:all`, a tenth in `npm test`. */
export const tries = (all: number): number => Math.ceil(SCOPE === 'deep' ? all : SCOPE === 'all' ? all / 3 : all / 10);
