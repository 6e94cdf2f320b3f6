import { describeDuration } from '#terminal/duration.js';
import { type Html, html } from './html.js';
import type { KeptApart, SourceStatus, StatusReport } from './status-report.js';

/** Refresh interval of the page, in seconds. */
const AGAIN_S = 5;

/** The status page: one document without a script. @param still disables the refresh, so that people can read a sample */
export function statusPage(report: StatusReport, still = false): string {
  const { version, queue, sources, gateway, refused, configuration } = report;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${still ? undefined : html`<meta http-equiv="refresh" content="${AGAIN_S}">`}
<title>${report.well ? '' : '! '}Waymark agent</title>
<link rel="stylesheet" href="/status.css">
</head>
<body>
<header>
<h1>Waymark agent</h1>
<p class="${report.well ? 'good' : 'bad'}">${report.well ? 'Everything is forwarded.' : 'Something needs a look.'}</p>
<p class="aside">Version ${version}, runs for ${describeDuration(Date.parse(report.now) - Date.parse(report.startedAt))}, seen at ${clock(report.now)} UTC. ${still ? html`<a href="/">Go on</a>` : html`<a href="/?still">Stand still</a>`}</p>
</header>
<main>
${notes(report)}
<section aria-labelledby="sending">
<h2 id="sending">Sending</h2>
<p>To workspace <b>${gateway.workspace}</b> at ${gateway.url}. ${gateway.lastAnswer === undefined ? html`Nothing was sent yet.` : html`Since ${clock(gateway.lastAnswer.at)}: <span class="${gateway.lastAnswer.good ? 'good' : 'bad'}">${gateway.lastAnswer.text}</span>`}</p>
<dl>
${figure('waiting', count(queue.length), queue.oldestSeconds === undefined ? 'nothing waits' : `the oldest for ${describeDuration(queue.oldestSeconds * 1000)}`)}
${figure('sent', count(queue.sent), `${rate(queue.sentPerSecond)} a second`)}
${figure('on disk', bytes(queue.bytes), `of ${bytes(queue.maxBytes)}; when full: ${queue.whenFull}`)}
${figure('dropped', count(queue.dropped), queue.dropped === 0 ? 'nothing was lost' : 'the queue was full', queue.dropped > 0)}
</dl>
</section>
<section aria-labelledby="sources">
<h2 id="sources">Sources</h2>
<table>
<thead><tr><th scope="col">Source</th><th scope="col">State</th><th scope="col" class="number">Received</th><th scope="col" class="number">A second</th><th scope="col" class="number">Queued</th><th scope="col" class="number">Merged</th><th scope="col" class="number">Kept apart</th></tr></thead>
<tbody>
${sources.map(sourceRow)}
</tbody>
</table>
</section>
${sources.filter(({ quarantined }) => quarantined.length > 0).map((source) => apart(`Kept apart of ${source.name}`, 'Not sent. When the mapping is mended: agent replay.', source.quarantined))}
${refused.length > 0 ? apart('Refused by the gateway', 'Kept with the reason: agent refused, agent replay.', refused) : undefined}
</main>
<footer>
<p>${configuration.file}, read at ${clock(configuration.readAt)} UTC. The same as <a href="/status">JSON</a>, <a href="/metrics">figures</a>, <a href="/health/ready">health</a>.</p>
</footer>
</body>
</html>
`.text;
}

function notes({ newerVersion, configuration, queue }: StatusReport): Html[] {
  return [
    ...(configuration.fault === undefined
      ? []
      : [
          html`<div class="note bad" role="status"><b>The file was changed and is not valid: the agent goes on as before.</b><pre>${configuration.fault}</pre></div>`,
        ]),
    ...(queue.fault === undefined ? [] : [html`<p class="note bad" role="status">${queue.fault}</p>`]),
    ...(newerVersion === undefined ? [] : [html`<p class="note">Version ${newerVersion} is out.</p>`]),
  ];
}

function figure(name: string, value: string, more: string, bad = false): Html {
  return html`<div><dt>${name}</dt><dd><strong class="${bad ? 'bad' : ''}">${value}</strong><span class="aside">${more}</span></dd></div>`;
}

const WORDS: Readonly<Record<SourceStatus['state'], string>> = {
  connected: 'connected',
  disconnected: 'not connected',
  starting: 'starting',
  failed: 'failed',
};

function sourceRow({ name, kind, state, since, detail, received, receivedPerSecond, queued, merged, quarantined }: SourceStatus): Html {
  const kept = quarantined.reduce((sum, each) => sum + each.count, 0);
  return html`<tr>
<th scope="row">${name}<span class="aside">${kind}</span></th>
<td data-name="State"><span class="${state === 'connected' ? 'good' : state === 'starting' ? '' : 'bad'}">${WORDS[state]}</span> <span class="aside">since ${clock(since)}${detail === '' ? '' : `: ${detail}`}</span></td>
<td class="number" data-name="Received">${count(received)}</td><td class="number" data-name="A second">${rate(receivedPerSecond)}</td><td class="number" data-name="Queued">${count(queued)}</td><td class="number" data-name="Merged">${count(merged)}</td><td class="number" data-name="Kept apart">${kept === 0 ? '0' : html`<span class="bad">${count(kept)}</span>`}</td>
</tr>
`;
}

function apart(title: string, hint: string, kept: readonly KeptApart[]): Html {
  return html`<section>
<h2>${title}</h2>
<p class="aside">${hint}</p>
<ul>
${kept.map(({ reason, count: number, sample }) => html`<li><b>${reason}</b> ${count(number)} ${sample === undefined ? undefined : html`<span class="aside">last at ${clock(sample.at)}: ${sample.detail}</span><details><summary>what came</summary><pre>${sample.document}</pre></details>`}</li>`)}
</ul>
</section>
`;
}

/** The time of day, with the date if it is not today. */
function clock(time: string): string {
  return Date.now() - Date.parse(time) < 86_400_000 ? time.slice(11, 19) : `${time.slice(0, 10)} ${time.slice(11, 19)}`;
}

const count = (number: number): string => number.toLocaleString('en-US');
const rate = (number: number): string => (number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2));

function bytes(number: number): string {
  const power = Math.min(4, Math.floor(Math.log2(Math.max(1, number)) / 10));
  return (
    `${(number / 1024 ** power).toFixed(power === 0 || number / 1024 ** power >= 100 ? 0 : 1)} ` +
    `${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]!}`
  );
}
