import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { inputTextOf, instantOfInput } from '../time/zoned-time.js';
import type { MapState } from './map-state.js';
import { Trail, type TrailSpan } from './trail.js';

const HOURS = [1, 6, 24, 168] as const;
const HOUR_MS = 3_600_000;
const AGAIN_MS = 10_000;
/** The wait while somebody moves the slider through the past. */
const QUIET_MS = 300;
const CLOSEST_FIT = 17;
const ONE_DAY = 'day';

/** Draws an object's trail on request and keeps it up to date. In the past, the trail ends at the shown moment. */
export function TrailControl({ externalId, state }: { externalId: string; state: MapState }) {
  const app = useApp();
  const { words, format } = app;
  const { map, objects } = words.value;
  const timeZone = app.preferences.timeZone.value;
  const today = inputTextOf(Date.now(), timeZone).slice(0, 10);
  const chosen = useSignal('');
  const day = useSignal(today);
  const scene = state.scene.value;
  const past = state.past.value;
  const at = past ? state.then.value?.at : undefined;
  const trail = useMemo(() => scene && new Trail(app, scene, externalId), [scene, externalId]);
  useEffect(() => () => trail?.hide(), [trail]);
  useEffect(() => {
    if (trail === undefined) return undefined;
    const moves = !past && (chosen.value !== ONE_DAY || day.value === today);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const draw = async (): Promise<void> => {
      const end = past ? at : Date.now();
      const span = end === undefined ? undefined : spanOf(chosen.value, day.value, timeZone, end);
      if (span === undefined) return trail.hide();
      try {
        await trail.show(span);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (error.status !== 0) app.notices.warn(error.message);
      }
      // Started after the answer: a server that takes longer than this interval would get more requests than it can answer.
      if (moves && !ended) timer = setTimeout(() => void draw(), AGAIN_MS);
    };
    if (past) timer = setTimeout(() => void draw(), QUIET_MS);
    else void draw();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [trail, chosen.value, day.value, today, past, at, timeZone]);
  const box = trail?.box.value;
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
      {chosen.value === ONE_DAY && (
        <input
          type="date"
          aria-label={objects.trailDate}
          value={day.value}
          max={today}
          onChange={({ currentTarget }) => (day.value = currentTarget.value)}
        />
      )}
      {box !== undefined && (
        <button
          class="icon-button"
          aria-label={map.fitTrail}
          title={map.fitTrail}
          onClick={() => scene?.fit(box, { maxZoom: CLOSEST_FIT })}
        >
          <Icon name="fit" />
        </button>
      )}
    </div>
  );
}

/** @param end the moment that the map shows @returns undefined if no trail is chosen, or if the day is after that moment */
function spanOf(chosen: string, day: string, timeZone: string, end: number): TrailSpan | undefined {
  if (chosen === '') return undefined;
  if (chosen !== ONE_DAY) return { from: end - Number(chosen) * HOUR_MS, to: end };
  const from = instantOfInput(`${day}T00:00`, timeZone);
  return from === undefined || from >= end ? undefined : { from, to: Math.min(end, from + 24 * HOUR_MS) };
}
