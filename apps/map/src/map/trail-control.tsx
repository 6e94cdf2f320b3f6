import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import { inputTextOf, instantOfInput } from '../time/zoned-time.js';
import type { BoundingBox } from './bounding-box.js';
import type { MapState } from './map-state.js';
import { hideTrail, showTrail, type TrailSpan } from './trail.js';

const HOURS = [1, 6, 24, 168] as const;
const HOUR_MS = 3_600_000;
const AGAIN_MS = 5000;
const ONE_DAY = 'day';

/** Where an object was: only when somebody asks for it, and kept up to date while it is shown. In the past it ends at the moment that the map shows. */
export function TrailControl({ externalId, state }: { externalId: string; state: MapState }) {
  const app = useApp();
  const { words, format } = app;
  const { map, objects } = words.value;
  const chosen = useSignal('');
  const timeZone = app.preferences.timeZone.value;
  const day = useSignal(inputTextOf(Date.now(), timeZone).slice(0, 10));
  const box = useSignal<BoundingBox | undefined>(undefined);
  const scene = state.scene.value;
  const past = state.past.value;
  useEffect(() => {
    box.value = undefined;
    if (scene === undefined || chosen.value === '') return undefined;
    const ending = new AbortController();
    const draw = async (): Promise<void> => {
      const span = spanOf(chosen.value, day.value, timeZone, state.past.peek() ? state.then.peek()?.at : Date.now());
      if (span === undefined) return;
      const found = await showTrail(app, scene, externalId, span, (at) => format.peek().shortTime(at, Date.now()), ending.signal);
      if (!ending.signal.aborted) box.value = found;
    };
    const drawn = (): void =>
      void draw().catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status !== 0) app.notices.warn(error.message);
      });
    drawn();
    const again = setInterval(drawn, AGAIN_MS);
    return () => {
      clearInterval(again);
      ending.abort();
      hideTrail(scene);
    };
  }, [scene, chosen.value, day.value, externalId, past, timeZone]);
  return (
    <div class="row map-trail">
      <label class="row">
        <Icon name="trail" />
        {objects.trail}
        <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
          <option value="">{objects.noTrail}</option>
          {HOURS.map((each) => (
            <option key={each} value={String(each)}>
              {objects.trailHours(format.value.duration(each * HOUR_MS))}
            </option>
          ))}
          <option value={ONE_DAY}>{objects.trailDay}</option>
        </select>
      </label>
      {chosen.value === ONE_DAY && <input type="date" aria-label={objects.trailDay} value={day.value} max={inputTextOf(Date.now(), timeZone).slice(0, 10)} onChange={({ currentTarget }) => (day.value = currentTarget.value)} />}
      {box.value !== undefined && (
        <button class="icon-button" aria-label={map.fitTrail} title={map.fitTrail} onClick={() => scene?.fit(box.value!, { maxZoom: 17 })}>
          <Icon name="fit" />
        </button>
      )}
    </div>
  );
}

/** @param end the moment that the map shows; undefined: not known yet */
function spanOf(chosen: string, day: string, timeZone: string, end: number | undefined): TrailSpan | undefined {
  if (end === undefined) return undefined;
  if (chosen !== ONE_DAY) return { from: end - Number(chosen) * HOUR_MS, to: end };
  const from = instantOfInput(`${day}T00:00`, timeZone);
  return from === undefined || from >= end ? undefined : { from, to: Math.min(end, from + 24 * HOUR_MS) };
}
