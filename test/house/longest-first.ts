import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.js';

/**
 * Starts the long files first, so that none of them is left to run alone at the end; the rest come in vitest's order, which knows
 * no durations in a fresh checkout. Files of `browser`, which compute, alternate with files of `faults`, which mostly wait.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification): number => LONG_FILES[relative(this.ctx.config.root, moduleId)] ?? 0;
    const sorted = (await super.sort(files)).sort((one, other) => secondsOf(other) - secondsOf(one));
    const of = (name: string): TestSpecification[] => sorted.filter(({ project }) => project.name === name);
    const [browser, faults] = [of('browser'), of('faults')];
    return [
      ...sorted.filter((file) => !browser.includes(file) && !faults.includes(file)),
      ...Array.from({ length: Math.max(browser.length, faults.length) }, (_, at) =>
        [browser[at], faults[at]].filter((file) => file !== undefined),
      ).flat(),
    ];
  }
}
