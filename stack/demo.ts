/** `npm run demo`: a simulated fleet that posts until it is stopped; with `--hub`, a location hub with forklifts for the agent. */
import { runDemo } from './demo/run-demo.js';
import { runHub } from './demo/run-hub.js';
import { count, postingCommand, runTool, stopSignal } from './posting/command-line.js';
import { resolveTarget } from './posting/target.js';

const HUB_FORKLIFTS = 20;

const command = postingCommand('demo', 'Posts a simulated fleet until stopped (Ctrl-C).')
  .option('--objects <n>', 'number of objects', count, 100)
  .option('--rate <n>', 'reports per second, for all objects together', count, 100)
  .option('--seed <n>', 'the same seed gives the same fleet', count, 1)
  .option('--hub', 'run a location hub (omlox) with 20 forklifts in a hall instead, and print the agent configuration for it')
  .option('--hub-port <n>', 'port of the hub', count, 8090);

await runTool(async () => {
  const options = command.parse().opts<{
    objects: number;
    rate: number;
    seed: number;
    workspace: string;
    url?: string;
    token?: string;
    hub?: boolean;
    hubPort: number;
  }>();
  if (options.hub) {
    await runHub({ port: options.hubPort, objects: HUB_FORKLIFTS, seed: options.seed, signal: stopSignal() }, (text) =>
      process.stdout.write(text),
    );
    return 0;
  }
  const target = await resolveTarget(options);
  process.stdout.write(
    `${options.objects} things in Monaco report ${options.rate} times a second to ${target.url}, ` +
      `workspace ${target.workspace}; new ones get a week of history. Ctrl-C ends it.\n`,
  );
  await runDemo({ ...target, objects: options.objects, rate: options.rate, seed: options.seed, signal: stopSignal() });
  return 0;
});
