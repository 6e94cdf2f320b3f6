import { useEffect, useRef } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { iconOf } from '../icons/icon-of.js';
import { Marker } from '../icons/marker.js';
import { ageStateOf } from '../map/age.js';
import type { MapState } from '../map/map-state.js';
import type { ObjectThen } from '../map/object-then.js';
import { ReportAge } from '../map/report-age.js';

/**
 * One object in the list.
 * @param at the time for ages, milliseconds; default: now
 * @param found true for a search result, which may be out of view
 */
export function ObjectRow({
  object,
  at,
  found = false,
  state,
}: {
  object: ExternalObject | ObjectThen;
  at?: number;
  found?: boolean;
  state: MapState;
}) {
  const { address, clock, format, words } = useApp();
  const { externalId, title, type, position } = object;
  const observedAt = Date.parse(position.observedAt);
  const age = ageStateOf(observedAt, at ?? clock.now.value);
  const row = useRef<HTMLButtonElement>(null);
  const chosen = address.now.value.id === externalId;
  useEffect(() => {
    if (chosen) row.current!.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <button
      ref={row}
      class="object-row"
      aria-current={chosen ? 'true' : undefined}
      onClick={() => {
        address.go({ page: 'Map', id: externalId });
        // A search result is brought into view; an object that is visible already does not move the map.
        if (found && state.scene.peek()?.shows(position) === false) state.scene.peek()?.goTo(position);
      }}
    >
      <Marker colour={state.colourOf(object)} icon={iconOf(object)} hollow={age === 'unknown'} />
      <span class="object-name">{title || externalId}</span>
      <span class="object-age" title={`${words.value.states[age]}, ${format.value.time(observedAt)}`}>
        <ReportAge observedAt={observedAt} at={at} />
      </span>
      <span class="object-more">{[type, title ? externalId : undefined].filter(Boolean).join(' · ')}</span>
    </button>
  );
}
