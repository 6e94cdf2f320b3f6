import '../objects/object.css';
import { useSignalEffect } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { MenuButton } from '../design/menu-button.js';
import { ageStateOf } from '../map/age.js';
import { cameraOf } from '../map/camera.js';
import type { MapScene } from '../map/map-scene.js';
import type { MapState } from '../map/map-state.js';
import { featureOf } from '../map/object-features.js';
import { featureThen } from '../map/object-then.js';
import { ReportAge } from '../map/report-age.js';
import { TrailControl } from '../map/trail-control.js';
import { FollowedObject } from '../objects/followed-object.js';
import type { ObjectAction, OpenObject } from '../objects/object-action.js';
import { RichText } from '../objects/rich-text.js';
import { ObjectPicture } from '../pictures/object-picture.js';
import { shownDetails } from '../words/position-details.js';
import { problemText } from '../words/problem-text.js';
import { FieldValues } from './field-values.js';

const CLOSE_ZOOM = 14;
/** Below this zoom, one cannot see where an object is. */
const FAR_ZOOM = 8;

/** An opened object with its current data and actions. @param actions always the same list, because some of them are hooks */
export function ObjectPanel({ id, state, actions }: { id: string; state: MapState; actions: readonly ObjectAction[] }) {
  const app = useApp();
  const { address, words } = app;
  const followed = useMemo(() => new FollowedObject(app, id), [id]);
  useSignalEffect(() => {
    const known = state.objectInView(id);
    if (known !== undefined) followed.takeUntilRead(known);
  });
  const panel = useRef<HTMLElement>(null);
  const arrived = useRef(false);
  // A link with an object but no place asks to show the object; opening it from the map or the list does not.
  const isRequested = useMemo(() => cameraOf(address.now.peek().more.at) === undefined, [id]);
  const lastPlace = useRef('');
  useEffect(() => () => followed.stop(), [followed]);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // First, so that the object is not moved to a place under the panel.
  useSignalEffect(() => {
    const scene = state.scene.value;
    if (scene !== undefined) coverBy(panel.current!, scene);
    return () => {
      scene?.cover(0, 0);
      scene?.select(undefined);
    };
  });
  useSignalEffect(() => {
    const now = followed.state.value;
    const scene = state.scene.value;
    if (scene === undefined) return;
    const then = state.past.value ? state.then.value?.objects.find(({ externalId }) => externalId === id) : undefined;
    const shown = state.past.value ? then : now.is === 'there' ? now.object : undefined;
    if (shown === undefined) return scene.select(undefined);
    const { position } = shown;
    scene.select(
      then === undefined ? featureOf(shown as ExternalObject, state.colourField.value || undefined, state.ranges.value) : featureThen(then),
      position.accuracy,
    );
    const place = `${position.lat} ${position.lon}`;
    if (arrived.current && place === lastPlace.current) return;
    lastPlace.current = place;
    if (!arrived.current && isRequested && (scene.map.getZoom() < FAR_ZOOM || !scene.shows(position)))
      scene.goTo({ ...position, zoom: CLOSE_ZOOM });
    else if (state.followed.peek() === id) scene.stayWith(position);
    arrived.current = true;
  });
  const close = (): void => address.go({ id: undefined });
  const now = followed.state.value;
  const instead = actions.map(({ useInstead }) => useInstead?.({ id, followed, state })).find((content) => content !== undefined);
  return (
    <aside
      ref={panel}
      class="object-panel"
      tabIndex={-1}
      aria-label={words.value.objects.one}
      onKeyDown={({ key, target }) => key === 'Escape' && target === panel.current && close()}
    >
      {instead !== undefined ? (
        instead
      ) : now.is === 'there' ? (
        <Present object={now.object} followed={followed} state={state} actions={actions} close={close} />
      ) : (
        <>
          <header>
            <h1>{id.slice(0, 300)}</h1>
            <CloseButton close={close} />
          </header>
          {now.is === 'loading' && <p>{words.value.app.loading}</p>}
          {now.is === 'failed' && <p class="fault-box">{problemText(now.problem, words.value)}</p>}
          {now.is === 'too-long' && <p class="fault-box">{words.value.objects.tooLong}</p>}
          {now.is === 'absent' && (
            <div class="stack">
              <p>{words.value.objects.notFound(id)}</p>
              <p class="quiet-text">{words.value.objects.notFoundHint}</p>
              {actions.map(({ Absent }) => Absent && <Absent id={id} />)}
            </div>
          )}
        </>
      )}
    </aside>
  );
}

function Present({
  object,
  followed,
  state,
  actions,
  close,
}: {
  object: ExternalObject;
  followed: FollowedObject;
  state: MapState;
  actions: readonly ObjectAction[];
  close: () => void;
}) {
  const { words, format, clock, address, notices, workspace, session } = useApp();
  const { objects, states, map } = words.value;
  const { externalId, title, type, description, position, archived } = object;
  const observedAt = Date.parse(position.observedAt);
  const age = ageStateOf(observedAt, clock.now.value);
  const here = workspace.state.value;
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(
      address.link({ ws: here.is === 'open' ? here.name : undefined, page: 'Map', id: externalId, more: {} }),
    );
    notices.info(objects.copied);
  };
  const following = state.followed.value === externalId;
  const byLink = useRef<boolean | undefined>(undefined);
  byLink.current ??= address.takeArrival(externalId);
  const open: OpenObject = { object, followed, state, byLink: byLink.current };
  const menu = actions.flatMap(({ useMenu }) => useMenu?.(open) ?? []);
  const body = actions.flatMap(({ useBody }) => useBody?.(open) ?? []);
  return (
    <>
      <div class="object-body">
        <header class="object-head">
          <h1>{title || externalId}</h1>
          <MenuButton label={map.more} items={menu.flatMap(({ items }) => items)} />
          {menu.map(({ dialogs }) => dialogs)}
          <CloseButton close={close} />
          <p class="quiet-text">{[type, title ? externalId : undefined].filter(Boolean).join(' · ')}</p>
        </header>
        <p class="row">
          <span class={`badge ${age}`}>{states[age]}</span>
          <span title={format.value.time(observedAt)}>
            <ReportAge observedAt={observedAt} />
          </span>
          {archived && <span class="badge">{objects.archived}</span>}
        </p>
        {state.past.value && <p class="quiet-text">{objects.asOfNow}</p>}
        {position.lat === 0 && position.lon === 0 && <p class="warning-box">{objects.nullIsland}</p>}
        {menu.map(({ notice }) => notice)}
        {body.map(({ content, first }) => first && content)}
        <FieldValues object={object} />
        <ObjectPicture object={object} />
        {description && <RichText text={description} />}
        <dl class="facts">
          <dt>{objects.lastReport}</dt>
          <dd>{format.value.time(observedAt)}</dd>
          <dt>{objects.position}</dt>
          <dd>{format.value.coordinates(position.lat, position.lon)}</dd>
          {position.alt !== undefined && (
            <>
              <dt>{objects.altitude}</dt>
              <dd>{format.value.length(position.alt)}</dd>
            </>
          )}
          {shownDetails(position, format.value).map(({ name, text }) => (
            <Fragment key={name}>
              <dt>{objects[name]}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
          <dt>{objects.created}</dt>
          <dd>{format.value.time(Date.parse(object.createdAt))}</dd>
        </dl>
        {body.map(({ content, first }) => !first && content)}
        {!session.shared && <TrailControl externalId={externalId} state={state} />}
      </div>
      <footer class="object-foot">
        {actions.map(({ Main }) => Main && <Main {...open} />)}
        <div class="object-shortcuts">
          <button onClick={() => state.scene.peek()?.goTo(position)}>
            <Icon name="pin" />
            {objects.centre}
          </button>
          <button aria-pressed={following} onClick={() => (state.followed.value = following ? undefined : externalId)}>
            <Icon name="follow" />
            {following ? objects.unfollow : objects.follow}
          </button>
          {!session.shared && (
            <button onClick={() => void copyLink()}>
              <Icon name="link" />
              {objects.copyLink}
            </button>
          )}
          {actions.map(({ Shortcut }) => Shortcut && <Shortcut {...open} />)}
        </div>
      </footer>
    </>
  );
}

function CloseButton({ close }: { close: () => void }) {
  const { words } = useApp();
  return (
    <button class="icon-button" aria-label={words.value.app.close} onClick={close}>
      <Icon name="close" />
    </button>
  );
}

/** The part of the map that the panel covers: its side on a wide screen, its bottom on a phone. */
function coverBy(panel: HTMLElement, scene: MapScene): void {
  const { width, height } = panel.getBoundingClientRect();
  const map = scene.map.getContainer().getBoundingClientRect();
  if (width < map.width) scene.cover(width, 0);
  else scene.cover(0, Math.max(0, map.bottom - panel.getBoundingClientRect().top, height - (innerHeight - map.bottom)));
}
