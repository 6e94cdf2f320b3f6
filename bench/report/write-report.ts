import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { type BenchReport, markdownReport } from './markdown.js';

const BEGIN = '<!-- bench: begin (npm run bench writes what stands between) -->';
const END = '<!-- bench: end -->';
const PAGE = join(repositoryRoot, 'docs/performance.md');
const EMPTY_PAGE =
  `# Performance\n\n\`npm run bench\` measures what stands below, limits and product in one run on one ` + `machine.\n\n${BEGIN}\n${END}\n`;

export function commitName(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'apps', 'libs', 'stack', 'bench') === '' ? '' : ' with uncommitted changes'}`;
}

/** Writes the raw figures, one file per run of the benchmark. */
export async function writeJson(report: BenchReport): Promise<string> {
  const folder = join(repositoryRoot, 'reports');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `bench-${report.at.replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}

/** Writes the table between the markers in docs/performance.md; the text around them stays. */
export async function writePage(report: BenchReport): Promise<string> {
  const page = await readFile(PAGE, 'utf8').catch(() => EMPTY_PAGE);
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has lost the markers ${BEGIN} … ${END}.`);
  await writeFile(PAGE, `${page.slice(0, begin + BEGIN.length)}\n\n${markdownReport(report)}\n\n${page.slice(end)}`);
  return PAGE;
}
