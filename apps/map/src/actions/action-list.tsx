import './action.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import type { App } from '../app/app.js';
import { useApp } from '../app/app.js';
import { scanQueueOf } from '../scan-queue/scan-queue.js';
import { type Action, type ContentElement, readAction } from './action.js';
import { ChecklistDialog } from './checklist-dialog.js';
import { type FieldValue, fieldValueOf } from './field-value.js';
import { linkGoesTo } from './safe-link.js';
import { elementOnScan, visibleElements } from './scan-action.js';

const MAX_FIELDS = 5000;

interface ActionListProps {
  object: ExternalObject;
  /** Id of the element that the code is bound to; undefined: the code is only for the object. */
  boundTo?: string;
  /**
   * `scanned`: somebody has just scanned the code in the app, so its action is performed at once. `linked`: the app was opened by a link,
   * which may come from anybody, so an action that changes something or leads elsewhere is shown first and waits for a press.
   */
  opened?: 'scanned' | 'linked';
  /** Moves the existing map; omitted: opens the map page. */
  goTo?: (place: { lat: number; lon: number; zoom: number }) => void;
}

/** The actions of an object: its content elements. */
export function ActionList({ object, boundTo, opened, goTo }: ActionListProps) {
  const { words } = useApp();
  const elements = visibleElements(object.contentElements ?? []);
  const first = opened === undefined && boundTo === undefined ? undefined : elementOnScan(object.contentElements ?? [], boundTo);
  const texts = words.value.scanning.actions;
  if (elements.length === 0 && boundTo === undefined) return null;
  return (
    <section class="stack" aria-labelledby="actions-title">
      <h2 id="actions-title">{texts.title}</h2>
      {boundTo !== undefined && first === undefined && <p class="warning-box">{texts.boundToGone}</p>}
      <ul class="action-list">
        {[...elements]
          .sort((a, b) => Number(b === first) - Number(a === first))
          .map((element) => (
            <li key={element.id}>
              <ElementAction
                element={element}
                object={object}
                opened={element === first ? opened : undefined}
                first={element === first}
                goTo={goTo}
              />
            </li>
          ))}
      </ul>
    </section>
  );
}

interface ElementActionProps extends Pick<ActionListProps, 'object' | 'opened' | 'goTo'> {
  element: ContentElement;
  first: boolean;
}

function ElementAction({ element, object, opened, first, goTo }: ElementActionProps) {
  const app = useApp();
  const texts = app.words.value.scanning.actions;
  const listOpen = useSignal(false);
  const performed = useRef(false);
  const read = readAction(element);
  const look = first ? 'primary' : '';
  const perform = async (action: Action): Promise<void> => {
    if (action.kind === 'checklist') listOpen.value = true;
    else if (action.kind === 'field') await setField(app, object, action);
    else if (action.kind !== 'link') showElsewhere(app, action, goTo);
  };
  useEffect(() => {
    // A link may navigate in the app at once, but changes nothing without a confirmation.
    if (performed.current || !read.usable || (opened !== 'scanned' && !(opened === 'linked' && read.action.kind !== 'field'))) return;
    performed.current = true;
    void perform(read.action);
  }, [opened]);
  if (!read.usable) {
    return (
      <div class="action-fault">
        <bdi>{element.label || element.id}</bdi>
        <span class="quiet-text">{texts.faults[read.fault]}</span>
      </div>
    );
  }
  const { action } = read;
  const label = element.label || texts.kinds[action.kind];
  const mayWrite = app.workspace.may('objects:write');
  if (action.kind === 'link') {
    return (
      <div class="action-link">
        <a class={`button ${look}`} href={action.href} target="_blank" rel="noopener noreferrer">
          <bdi>{label}</bdi>
        </a>
        <span class="quiet-text">{texts.goesTo(linkGoesTo(action.href))}</span>
      </div>
    );
  }
  return (
    <>
      <button
        class={look}
        onClick={() => void perform(action)}
        disabled={!mayWrite && (action.kind === 'field' || action.kind === 'checklist')}
      >
        <bdi>{label}</bdi>
      </button>
      {action.kind === 'checklist' && listOpen.value && (
        <ChecklistDialog
          name={element.label || element.id}
          lines={action.lines}
          close={() => (listOpen.value = false)}
          keep={(value) => sendValue(app, object, value)}
        />
      )}
    </>
  );
}

function showElsewhere({ address }: App, action: Extract<Action, { kind: 'map' | 'poll' }>, goTo: ActionListProps['goTo']): void {
  if (action.kind === 'poll') address.go({ page: 'Polls', id: undefined, more: { poll: action.pollId } });
  else if ('objectId' in action) address.go({ page: 'Map', id: action.objectId, more: {} });
  else if (goTo !== undefined) goTo(action.place);
  else address.go({ page: 'Map', id: undefined, more: { at: `${action.place.lat},${action.place.lon},${action.place.zoom}` } });
}

async function setField(app: App, object: ExternalObject, { field, text }: { field: string; text: string }): Promise<void> {
  const texts = app.words.peek().scanning.actions;
  const definition = await definitionOf(app, field);
  const value = fieldValueOf(field, text, object.fields[field], definition);
  if (value === undefined) return app.notices.warn(texts.noValue(field, text));
  const done = await sendValue(app, object, value);
  if (done) app.notices.info(text === '' ? texts.cleared(definition?.label || field) : texts.set(definition?.label || field, text));
}

/** Shows any fault. @returns whether the value is applied, or stored until there is a connection */
async function sendValue(app: App, { externalId }: ExternalObject, value: FieldValue): Promise<boolean> {
  const { scanning } = app.words.peek();
  const outcome = await scanQueueOf(app).submit(
    app.workspace.id,
    { externalId, fieldValues: [value], observedAt: new Date().toISOString() },
    true,
  );
  if (outcome.is === 'rejected') app.notices.warn(scanning.refused(outcome.detail));
  else if (outcome.is === 'queued') app.notices.info(scanning.keptForLater);
  return outcome.is !== 'rejected' && outcome.is !== 'queued';
}

/** @returns undefined if the field is not defined or the definition cannot be read */
async function definitionOf({ api, workspace }: App, name: string) {
  try {
    const { data } = await api.GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace.id } } });
    return data!.fields.slice(0, MAX_FIELDS).find((field) => field.name === name && field.review === 'approved');
  } catch {
    return undefined;
  }
}
