/** Set by `npm run test:all`, which runs every test file, and property tests with all of their inputs. */
const EVERYTHING = process.env['WAYMARK_TESTS'] === 'all';

/** Number of inputs for a property test: a tenth of them in `npm test`. */
export const tries = (all: number): number => (EVERYTHING ? all : Math.ceil(all / 10));
