import { useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';

/** A note shown where the basemap has hardly any content, on how an operator can configure a street map. */
export function StreetMapHint() {
  const { words } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const { map, app } = words.value;
  return (
    <p class="quiet-text map-hint">
      {map.noStreetMap}{' '}
      <button class="quiet in-text" onClick={() => dialog.current!.showModal()}>
        {map.noStreetMapHint}
      </button>
      <dialog ref={dialog} aria-labelledby="street-map-title">
        <div class="stack">
          <h2 id="street-map-title">{map.streetMap}</h2>
          <p>{map.streetMapBySetting}</p>
          <pre class="code">npx waymark basemap add FILE|URL</pre>
          <p>{map.streetMapOnline}</p>
          <dl class="facts">
            <dt>
              <code>STREET_MAP_STYLE</code>
            </dt>
            <dd>{map.streetMapStyle}</dd>
            <dt>
              <code>STREET_MAP_TILES</code>
            </dt>
            <dd>{map.streetMapTiles}</dd>
          </dl>
          <form method="dialog" class="row end">
            <button>{app.close}</button>
          </form>
        </div>
      </dialog>
    </p>
  );
}
