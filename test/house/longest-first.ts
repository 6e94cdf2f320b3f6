import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.js';

/**
 * Starts the long files first, so that none of them is left to run alone at the end; the rest come as vitest would
 * have them, which knows nothing of durations in a fresh checkout.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification): number => LONG_FILES[relative(this.ctx.config.root, moduleId)] ?? 0;
    return (await super.sort(files)).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
