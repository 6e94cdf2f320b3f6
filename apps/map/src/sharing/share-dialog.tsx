import './share.css';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Modal } from '../dialogs/modal.js';
import type { MapState } from '../map/map-state.js';
import { LinkCode } from '../qr-codes/link-code.js';
import { problemText } from '../words/problem-text.js';
import { ShareLinkList } from './share-link-list.js';
import { type Duration, DURATIONS, framedAddress, type NewLink } from './share-link.js';

/** Creates a link, shows it once, and lists existing ones. A shared map has the view from when the dialog was opened. */
export function ShareDialog({
  object,
  state,
  onClose,
}: {
  object?: { externalId: string; title?: string };
  state: MapState;
  onClose: () => void;
}) {
  const app = useApp();
  const { words, api, workspace } = app;
  const { sharing } = words.value;
  const view = useMemo(() => state.view.peek(), []);
  const typesThere = useMemo(
    () => (object === undefined && state.colourField.peek() === '' ? [...state.colours.peek().keys()].filter((type) => type !== '') : []),
    [],
  );
  const name = useSignal(object === undefined ? sharing.viewName : object.title || object.externalId);
  const types = useSignal<readonly string[]>(useMemo(() => state.types.peek().filter((type) => typesThere.includes(type)), []));
  const duration = useSignal<Duration>('week');
  const made = useSignal<NewLink | undefined>(undefined);
  const fault = useSignal('');
  const sending = useSignal(false);
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (name.value.trim() === '') return void (fault.value = sharing.nothingNamed);
    sending.value = true;
    fault.value = '';
    const shows =
      object !== undefined
        ? { ids: [object.externalId] }
        : {
            ...(view !== undefined && {
              bbox: [view.west, view.south, view.east, view.north].map((degrees) => Number(degrees.toFixed(5))),
            }),
            ...(types.value.length > 0 && { types: [...types.value] }),
          };
    try {
      const { data } = await api.POST('/groups/{groupID}/shareLinks', {
        params: { path: { groupID: workspace.id } },
        body: { name: name.value.trim(), shows, expiresInSeconds: DURATIONS[duration.value] },
      });
      made.value = data;
    } catch (error) {
      fault.value = problemText(error, words.peek());
    } finally {
      sending.value = false;
    }
  };
  return (
    <Modal title={sharing.title} onClose={onClose}>
      {made.value !== undefined ? (
        <MadeLink link={made.value} />
      ) : (
        <form class="stack" noValidate onSubmit={(event) => void make(event)}>
          <p>
            {object === undefined ? sharing.showsView : sharing.showsObject(object.title || object.externalId)} {sharing.explain}
          </p>
          <label class="field">
            {sharing.name}
            <input maxLength={120} value={name.value} onInput={({ currentTarget }) => (name.value = currentTarget.value)} />
            <span class="hint">{sharing.nameHint}</span>
          </label>
          {typesThere.length > 0 && (
            <fieldset class="share-types">
              <legend>{sharing.types}</legend>
              <div class="row">
                {typesThere.map((type) => (
                  <label key={type} class="check">
                    <input
                      type="checkbox"
                      checked={types.value.includes(type)}
                      onChange={({ currentTarget }) =>
                        (types.value = currentTarget.checked ? [...types.value, type] : types.value.filter((each) => each !== type))
                      }
                    />
                    {type}
                  </label>
                ))}
              </div>
              <p class="quiet-text">{sharing.typesHint}</p>
            </fieldset>
          )}
          <label class="field">
            {sharing.expires}
            <select value={duration.value} onChange={({ currentTarget }) => (duration.value = currentTarget.value as Duration)}>
              {(Object.keys(DURATIONS) as Duration[]).map((each) => (
                <option key={each} value={each}>
                  {sharing.durations[each]}
                </option>
              ))}
            </select>
          </label>
          {fault.value !== '' && (
            <p class="fault-box" role="alert">
              {fault.value}
            </p>
          )}
          <div class="row end">
            <button class="primary" disabled={sending.value}>
              {sharing.make}
            </button>
          </div>
        </form>
      )}
      <ShareLinkList madeLast={made.value?.id} onRenewed={(link) => (made.value = link)} />
    </Modal>
  );
}

function MadeLink({ link }: { link: NewLink }) {
  const { words, format, notices } = useApp();
  const { sharing } = words.value;
  const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const html = `<iframe src="${quoted(framedAddress(link))}" width="640" height="420" title="${quoted(link.name)}"></iframe>`;
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    notices.info(sharing.copied);
  };
  return (
    <div class="stack" role="group" aria-label={link.name}>
      <p>
        <strong>{link.name}</strong>, {sharing.until(format.value.time(Date.parse(link.expiresAt)))}
      </p>
      <label class="field">
        {sharing.link}
        <input readOnly value={link.url} onFocus={({ currentTarget }) => currentTarget.select()} />
        <span class="hint">{sharing.once}</span>
      </label>
      <div class="row">
        <button class="primary" onClick={() => void copy(link.url)}>
          {sharing.copy}
        </button>
      </div>
      <LinkCode text={link.url} label={sharing.code(link.name)} />
      <details>
        <summary>{sharing.embed}</summary>
        <label class="field">
          {sharing.embedCode}
          <textarea readOnly value={html} onFocus={({ currentTarget }) => currentTarget.select()} />
          <span class="hint">{sharing.embedHint}</span>
        </label>
      </details>
    </div>
  );
}
