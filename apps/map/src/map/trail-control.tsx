import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import type { MapState } from './map-state.js';
import { hideTrail, showTrail } from './trail.js';

const HOURS = [1, 6, 24, 168] as const;
const AGAIN_MS = 5000;

/** Where an object was: only when somebody asks for it, and kept up to date while it is shown. */
export function TrailControl({ externalId, state }: { externalId: string; state: MapState }) {
  const app = useApp();
  const { words, format } = app;
  const hours = useSignal<number | undefined>(undefined);
  const scene = state.scene.value;
  useEffect(() => {
    if (scene === undefined || hours.value === undefined) return undefined;
    const ending = new AbortController();
    const draw = (): void =>
      void showTrail(app, scene, externalId, hours.value!, ending.signal).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.status !== 0) app.notices.warn(error.message);
      });
    draw();
    const again = setInterval(draw, AGAIN_MS);
    return () => {
      clearInterval(again);
      ending.abort();
      hideTrail(scene);
    };
  }, [scene, hours.value, externalId]);
  const { objects } = words.value;
  return (
    <label class="row map-trail">
      <Icon name="trail" />
      {objects.trail}
      <select value={hours.value === undefined ? '' : String(hours.value)} onChange={({ currentTarget }) => (hours.value = currentTarget.value === '' ? undefined : Number(currentTarget.value))}>
        <option value="">{objects.noTrail}</option>
        {HOURS.map((each) => (
          <option key={each} value={String(each)}>
            {objects.trailHours(format.value.duration(each * 3_600_000))}
          </option>
        ))}
      </select>
    </label>
  );
}
