import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.js';

/** A file that shares a stack with others of its worker. */
const SHARING = /from '#testing\/shared-stack\.js'/;

/**
 * Starts one project after the other, since a worker continues with the next file only if it is of the same project, and otherwise
 * ends. Starts the long files of a project first, so that none of them is left to run alone at the end; the rest come in vitest's order,
 * which knows no durations in a fresh checkout. Files of `browser`, which compute, alternate with files of `faults`, which mostly wait.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification): number => LONG_FILES[relative(this.ctx.config.root, moduleId)] ?? 0;
    const sharing = new Set(files.filter(({ moduleId }) => SHARING.test(readFileSync(moduleId, 'utf8'))));
    const sorted = (await super.sort(files)).sort(
      (one, other) =>
        one.project.name.localeCompare(other.project.name) ||
        Number(sharing.has(other)) - Number(sharing.has(one)) ||
        secondsOf(other) - secondsOf(one),
    );
    const rest = sorted.filter(({ project }) => project.name !== 'browser' && project.name !== 'faults');
    const browser = sorted.filter(({ project }) => project.name === 'browser');
    const faults = sorted.filter(({ project }) => project.name === 'faults');
    const alternating = browser.flatMap((file, at) => [file, ...faults.slice(at, at + 1)]);
    return [...rest, ...alternating, ...faults.slice(browser.length)];
  }
}
