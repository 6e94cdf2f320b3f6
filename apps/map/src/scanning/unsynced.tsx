import { useApp } from '../app/app.js';
import { refusalText } from '../scan-queue/refusal-text.js';
import { scanQueueOf } from '../scan-queue/scan-queue.js';

/** Scans that the server has not received yet or has refused. Each stays until it arrives or somebody discards it. */
export function Unsynced() {
  const app = useApp();
  const { words, format, clock } = app;
  const scans = scanQueueOf(app);
  const { scanning } = words.value;
  const { queue } = scanning;
  const { subject } = scans;
  const all = scans.scans.value;
  const refused = all.filter(({ rejected }) => rejected !== undefined);
  const waiting = all.filter(({ rejected, subject: whose }) => rejected === undefined && whose === subject);
  const others = all.length - refused.length - waiting.length;
  if (all.length === 0) return null;
  return (
    <section class="card stack scan-unsynced" aria-labelledby="unsynced-title">
      <h2 id="unsynced-title">
        {queue.title} ({format.value.number(all.length)})
      </h2>
      {!scans.persistent.value && <p class="warning-box">{queue.notPersistent}</p>}
      {waiting.length > 0 && (
        <div class="spread">
          <p role="status">{queue.waiting(format.value.number(waiting.length))}</p>
          <button onClick={() => void scans.drain()}>{queue.send}</button>
        </div>
      )}
      {others > 0 && (
        <div class="spread">
          <p>{queue.others(format.value.number(others))}</p>
          <button onClick={() => void scans.adopt()}>{queue.adopt}</button>
        </div>
      )}
      {refused.length > 0 && <h3>{queue.refused}</h3>}
      <ul class="scan-list">
        {refused.map(({ seq, update, at, rejected }) => (
          <li key={seq}>
            <span class="scan-what">
              <bdi>{update.externalId}</bdi>
              <span class="fault">{refusalText(scanning, rejected!.code, rejected!.detail)}</span>
              <span class="quiet-text">{format.value.shortTime(at, clock.now.value)}</span>
            </span>
            <span class="row">
              <button onClick={() => void scans.tryAgain(seq)}>{queue.again}</button>
              <button class="danger" onClick={() => confirm(queue.dropSure(update.externalId)) && void scans.drop(seq)}>
                {queue.drop}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
