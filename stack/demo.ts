/** `npm run demo`: a simulated fleet that posts until stopped. */
import { count, postingCommand, runTool, stopSignal } from './posting/command-line.js';
import { resolveTarget } from './posting/target.js';
import { runDemo } from './demo/run-demo.js';

const command = postingCommand('demo', 'Posts a simulated fleet until stopped (Ctrl-C).')
  .option('--objects <n>', 'number of things', count, 100)
  .option('--rate <n>', 'reports a second, all things together', count, 100)
  .option('--seed <n>', 'the same seed gives the same fleet', count, 1);

await runTool(async () => {
  const options = command.parse().opts<{ objects: number; rate: number; seed: number; workspace: string; url?: string; token?: string }>();
  const target = await resolveTarget(options);
  process.stdout.write(`${options.objects} things report ${options.rate} times a second to ${target.url}, workspace ${target.workspace}; Ctrl-C ends it.\n`);
  await runDemo({ ...target, objects: options.objects, rate: options.rate, seed: options.seed, signal: stopSignal() });
  return 0;
});
