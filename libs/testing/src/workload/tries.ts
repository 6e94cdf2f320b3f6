/** Set by `npm run test:all`: every test file, and properties with all of their inputs. */
const EVERYTHING = process.env['WAYMARK_TESTS'] === 'all';

/** How many inputs a property is tried with: a tenth of them in `npm test`. */
export const tries = (all: number): number => (EVERYTHING ? all : Math.ceil(all / 10));
