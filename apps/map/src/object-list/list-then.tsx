import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import type { MapState } from '../map/map-state.js';
import { foundThen } from './found-then.js';
import { ObjectRow } from './object-row.js';
import { OnlySomeTypes } from './only-some-types.js';
import { searchParts } from './search-conditions.js';

const SHOWN_FIRST = 100;
/** Parts of a search that need more than positions. */
const NOW_ONLY: ReadonlySet<string> = new Set(['field', 'area', 'silent']);

/** The past as a list. Typed text filters it, because the search itself covers only the present. */
export function ListThen({ text, state }: { text: string; state: MapState }) {
  const { words, format } = useApp();
  const shown = useSignal(SHOWN_FIRST);
  const { objects } = words.value;
  const then = state.then.value;
  if (then === undefined) return <p class="object-empty">{words.value.app.loading}</p>;
  const found = foundThen(then.objects, text).filter(state.isOnFloor);
  const sorted = [...found].sort((a, b) =>
    (a.title ?? a.externalId).localeCompare(b.title ?? b.externalId, format.value.locale, { numeric: true }),
  );
  return (
    <>
      <p class="object-count" role="status">
        {objects.countThen(format.value.number(sorted.length), format.value.time(then.at), !then.whole)}
      </p>
      {searchParts(text).some(({ is }) => NOW_ONLY.has(is)) && <p class="hint object-count">{objects.conditionsOfNow}</p>}
      {sorted.length === 0 && text.trim() === '' && state.types.value.length > 0 ? (
        <OnlySomeTypes text={objects.nothingOfTypes} />
      ) : sorted.length === 0 ? (
        <p class="object-empty">{text.trim() === '' ? objects.nothingInView : objects.nothingFound}</p>
      ) : (
        <div class="object-rows">
          <ul>
            {sorted.slice(0, shown.value).map((object) => (
              <li key={object.externalId}>
                <ObjectRow object={object} at={then.at} state={state} />
              </li>
            ))}
          </ul>
          {sorted.length > shown.value && (
            <button class="quiet" onClick={() => (shown.value += SHOWN_FIRST)}>
              {objects.more}
            </button>
          )}
        </div>
      )}
    </>
  );
}
