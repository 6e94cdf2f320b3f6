import { ActionList } from '../../actions/action-list.js';
import type { ExternalObject } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { ageStateOf } from '../../map/age.js';
import { ReportAge } from '../../map/report-age.js';
import { RichText } from '../../objects/rich-text.js';
import { ObjectPicture } from '../../pictures/object-picture.js';
import { MoveHere } from './move-here.js';

/** The object of a scanned code: its data, its last position, its actions. */
export function SeenObject({
  object,
  element,
  opened,
  next,
}: {
  object: ExternalObject;
  element: string | undefined;
  opened: 'scanned' | undefined;
  next: () => void;
}) {
  const { words, format, clock, address } = useApp();
  const { externalId, title, type, description, position, archived } = object;
  const { scanning, objects, states } = words.value;
  const observedAt = Date.parse(position.observedAt);
  const age = ageStateOf(observedAt, clock.now.value);
  return (
    <article class="stack" aria-labelledby="seen-title">
      <div>
        <h2 id="seen-title" class="scan-text">
          <bdi>{title || externalId}</bdi>
        </h2>
        <p class="quiet-text scan-text">{[type, title ? externalId : undefined].filter(Boolean).join(' · ')}</p>
      </div>
      <p class="row">
        <span class={`badge ${age}`}>{states[age]}</span>
        <span title={format.value.time(observedAt)}>
          <ReportAge observedAt={observedAt} />
        </span>
        <span class="quiet-text">{format.value.coordinates(position.lat, position.lon)}</span>
        {archived && <span class="badge">{objects.archived}</span>}
      </p>
      <ObjectPicture object={object} />
      {description && <RichText text={description} />}
      <MoveHere object={object} prominent />
      <ActionList object={object} boundTo={element} opened={opened} />
      <div class="row">
        <button onClick={() => address.go({ page: 'Map', id: externalId, more: {} })}>
          <Icon name="map" />
          {scanning.onMap}
        </button>
        <button onClick={next}>{scanning.next}</button>
      </div>
    </article>
  );
}
