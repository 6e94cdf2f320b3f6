import { useEffect, useMemo } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { inputTextOf, instantOfInput } from '../time/zoned-time.js';
import type { MapState } from './map-state.js';
import { Past, SPEEDS } from './past.js';

const STEP_MS = 1000;
const QUARTER_MS = 900_000;
/** Most columns under the slider. */
const BARS = 200;

/** The slider into the past: selects any moment of the last days, and plays from there. */
export function TimeBar({ state }: { state: MapState }) {
  const app = useApp();
  const { words, format, clock } = app;
  const { map } = words.value;
  const past = useMemo(() => new Past(app, state), [state]);
  useEffect(() => () => past.close(), [past]);
  const at = past.at.value;
  const now = clock.now.value;
  const timeZone = app.preferences.timeZone.value;
  const choose = (text: string): void => {
    const chosen = instantOfInput(text, timeZone);
    if (chosen !== undefined) past.at.value = chosen;
  };
  if (at === undefined)
    return (
      <button class="map-time-button" onClick={() => past.open()}>
        <Icon name="clock" />
        {map.timeTravel}
      </button>
    );
  return (
    <div class="map-time-bar card" role="group" aria-label={map.timeTravel}>
      <div class="spread">
        <strong role="status" aria-live={past.playing.value ? 'off' : 'polite'}>
          {map.showingPast(format.value.time(at))}
        </strong>
        <button onClick={() => (past.at.value = undefined)}>{map.now}</button>
      </div>
      <input
        type="range"
        aria-label={map.timeTravel}
        aria-valuetext={format.value.time(at)}
        min={past.begin.value}
        max={now}
        step={STEP_MS}
        value={at}
        onInput={({ currentTarget }) => (past.at.value = Number(currentTarget.value))}
      />
      <ReportBars past={past} now={now} />
      <div class="spread quiet-text map-time-scale">
        <span>{format.value.shortTime(past.begin.value, now)}</span>
        <span>{map.now}</span>
      </div>
      <div class="row">
        <button
          class="icon-button"
          aria-label={past.playing.value ? map.pause : map.play}
          title={past.playing.value ? map.pause : map.play}
          onClick={() => (past.playing.value = !past.playing.value)}
        >
          <Icon name={past.playing.value ? 'pause' : 'play'} />
        </button>
        <label class="row">
          {map.speed}
          <select value={String(past.speed.value)} onChange={({ currentTarget }) => (past.speed.value = Number(currentTarget.value))}>
            {SPEEDS.map((speed) => (
              <option key={speed} value={String(speed)}>
                {format.value.number(speed)}×
              </option>
            ))}
          </select>
        </label>
        <input
          type="datetime-local"
          class="map-moment"
          aria-label={map.moment}
          value={inputTextOf(at, timeZone)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {state.then.value !== undefined && (
          <span class="quiet-text">{map.known(format.value.number(state.then.value.objects.length))}</span>
        )}
      </div>
    </div>
  );
}

/** Numbers of reports over time under the slider, which show when there is something to see. */
function ReportBars({ past, now }: { past: Past; now: number }) {
  const begin = past.begin.value;
  const quarters = past.quarters.value;
  const most = quarters.reduce((highest, { updates }) => Math.max(highest, updates), 1);
  // At the scale of a week, a quarter of an hour is narrower than a pixel.
  const width = Math.max(QUARTER_MS / (now - begin), 1 / BARS);
  return (
    <svg class="map-time-data" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {quarters.map(({ from, updates }) => (
        <rect key={from} x={(from - begin) / (now - begin)} width={width} y={1 - Math.max(0.15, updates / most)} height={1} />
      ))}
    </svg>
  );
}
