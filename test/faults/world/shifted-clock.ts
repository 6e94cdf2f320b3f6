import { readFileSync } from 'node:fs';

/**
 * Preloaded into a service (`NODE_OPTIONS=--import …`) so that its wall clock can jump while it runs: each of the files
 * named in WAYMARK_TEST_CLOCK_FILE, separated by commas, holds a shift in milliseconds, or is missing. Monotonic clocks
 * are not shifted, as when an operator sets the time. faketime would do this for any process, but is not available everywhere.
 */
const files = process.env['WAYMARK_TEST_CLOCK_FILE']?.split(',');
if (files !== undefined) {
  const RealDate = Date;
  let shift = 0;
  let readAt = -Infinity;
  const now = (): number => {
    if (performance.now() - readAt > 100) {
      readAt = performance.now();
      shift = files.reduce((sum, file) => sum + shiftIn(file), 0);
    }
    return RealDate.now() + shift;
  };
  const shiftIn = (file: string): number => {
    try {
      return Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      return 0;
    }
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
