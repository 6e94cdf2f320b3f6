import { settledWithin } from '#lifecycle/abortable-pause.js';
import type { Finding, Received, SourceContext } from '../../reading/source.js';
import { type HubAddress, HubSocket, SOCKET_TIMES } from './hub/hub-socket.js';
import { HubWeb } from './hub/hub-web.js';
import { HubRest } from './hub/rest.js';
import { tokensFor } from './hub/tokens.js';
import { Knowledge } from './knowledge.js';
import type { OmloxOptions } from './options.js';
import { takeSnapshot } from './snapshot.js';
import { type Item, Workshop } from './workshop.js';

const TOGETHER_MS = 9000;
/** How long to observe the open socket. */
const LISTENED_MS = 2000;
const MAX_SAMPLES = 10;

/** Connects as `run` would: token, lists, snapshot, socket. Reports its findings up to a failure. */
export async function checkHub(
  options: OmloxOptions,
  context: Pick<SourceContext, 'name' | 'log' | 'signal'>,
): Promise<{ readonly findings: readonly Finding[]; readonly samples: readonly Received[] }> {
  const findings: Finding[] = [];
  const samples: Received[] = [];
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  const looking = by(options.tls, (web) => look(web, options, { ...context, signal }, findings, samples)).catch((error: unknown) => {
    if (!over.signal.aborted) findings.push({ level: 'fault', text: `${(error as Error).message.replace(/\.$/, '')}.` });
  });
  await settledWithin(looking, TOGETHER_MS);
  if (!findings.some(({ level }) => level === 'fault') && !findings.some(({ text }) => text.startsWith('Socket:')))
    findings.push({
      level: 'fault',
      text: `The hub did not answer everything in ${TOGETHER_MS / 1000} s: is it reachable from here, and fast enough?`,
    });
  over.abort();
  return { findings: [...findings], samples: [...samples] };
}

async function by(tls: OmloxOptions['tls'], work: (web: HubWeb) => Promise<void>): Promise<void> {
  const web = new HubWeb(tls);
  try {
    await work(web);
  } finally {
    await web.close();
  }
}

async function look(
  web: HubWeb,
  options: OmloxOptions,
  context: Pick<SourceContext, 'name' | 'log' | 'signal'>,
  findings: Finding[],
  samples: Received[],
): Promise<void> {
  const tokens = tokensFor(options.auth, web);
  const token = await tokens.current();
  if (token.value !== undefined)
    findings.push({ level: 'fine', text: options.auth?.kind === 'oauth2' ? 'The identity provider gave a token.' : 'A token is set.' });
  const rest = new HubRest(options.url, tokens, web, context.signal);
  const knowledge = new Knowledge(rest, options, undefined, context.log);
  const workshop = new Workshop(options, knowledge, context);
  const known = await knowledge.load();
  const listed: readonly (readonly [string, number | undefined, boolean])[] = [
    ['trackables', known.trackables, options.use !== 'locations'],
    ['fences', known.fences, options.fences?.enabled === true],
  ];
  for (const [what, number, wanted] of listed) {
    if (wanted)
      findings.push(
        number === undefined
          ? {
              level: 'warning',
              text:
                `The hub answers no list of ${what}, so their names stay unknown. Give the client the right to read ` +
                'them; where it has that, look whether url has the base path of the hub, as https://hub.example/v2.',
            }
          : { level: 'fine', text: `${number} ${what}.` },
      );
  }
  if (known.trackables === 0)
    findings.push({ level: 'warning', text: 'The hub has no trackables: if it is to stay so, set use: locations.' });
  findings.push(
    known.zones === undefined
      ? { level: 'warning', text: 'The hub answers no list of zones: local coordinates are placed by zones of the configuration only.' }
      : { level: 'fine', text: `${known.zones} zones.` },
    ...knowledge.warnings().map((text): Finding => ({ level: 'warning', text })),
  );

  const snapshot = await takeSnapshot(rest, options.use ?? 'motions', knowledge.zones);
  if (snapshot === undefined)
    findings.push({
      level: 'warning',
      text:
        'The hub has no list of where things are: what it sends while the agent is away, or starts, is lost. ' +
        'Where the hub also publishes by MQTT, a source of kind mqtt with qos 1 loses nothing.',
    });
  else {
    const read = await workshop.read(
      snapshot.documents.slice(0, 1000).map((document) => ({ kind: 'position', document, bySnapshot: true })),
    );
    samples.push(...read.slice(0, MAX_SAMPLES));
    findings.push({ level: 'fine', text: `${snapshot.documents.length} things have a position.` }, ...keptApart(read));
    if (snapshot.filters)
      findings.push({
        level: 'warning',
        text:
          'The hub takes crs as a filter: positions are subscribed without it, and those with local coordinates ' +
          'are placed by their zones.',
      });
  }
  await listen(
    { url: options.url, certificates: web.certificates },
    options,
    context,
    token,
    async (items) => {
      if (samples.length < MAX_SAMPLES) samples.push(...(await workshop.read(items)).slice(0, MAX_SAMPLES - samples.length));
    },
    findings,
  );
}

async function listen(
  hub: HubAddress,
  options: OmloxOptions,
  context: Pick<SourceContext, 'log' | 'signal'>,
  token: Awaited<ReturnType<ReturnType<typeof tokensFor>['current']>>,
  take: (items: readonly Item[]) => Promise<void>,
  findings: Finding[],
): Promise<void> {
  let messages = 0;
  const items: Item[] = [];
  const socket = await HubSocket.open(
    hub,
    token,
    {
      message: (_topic, payload) => {
        messages += payload.length;
        if (items.length < MAX_SAMPLES)
          items.push(...payload.slice(0, MAX_SAMPLES).map((document): Item => ({ kind: 'position', document, bySnapshot: false })));
      },
      unreadable: (_text, why) => void findings.push({ level: 'warning', text: `The hub sent ${why}.` }),
      complaint: (error) => void findings.push({ level: 'warning', text: `The hub reported an error: ${error.message}.` }),
    },
    SOCKET_TIMES,
    context.signal,
  );
  try {
    await socket.subscribe(options.use === 'locations' ? 'location_updates' : 'trackable_motions', {});
    await settledWithin(socket.ended, LISTENED_MS);
    await take(items);
    findings.push({ level: 'fine', text: `Socket: subscribed; ${messages} messages in ${LISTENED_MS / 1000} s.` });
  } finally {
    socket.close();
  }
}

function keptApart(read: readonly Received[]): readonly Finding[] {
  const byReason = new Map<string, { number: number; detail: string }>();
  for (const { quarantined } of read) {
    if (quarantined)
      byReason.set(quarantined.reason, { number: (byReason.get(quarantined.reason)?.number ?? 0) + 1, detail: quarantined.detail });
  }
  return [...byReason].map(([reason, { number, detail }]) => ({
    level: 'warning',
    text: `${number} would be kept apart (${reason}). The last of them: ${detail}`,
  }));
}
