import './archive.css';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { Modal } from '../dialogs/modal.js';
import { usePages } from '../loading/pages.js';
import { SelectAll } from '../objects/select-all.js';
import { Selection } from '../objects/selection.js';
import { BulkBar } from './bulk-bar.js';

const PAGE = 100;

/** Opens the archive, whose objects are not on any map. */
export function ArchiveButton() {
  const { words } = useApp();
  const open = useSignal(false);
  return (
    <>
      <button class="quiet" onClick={() => (open.value = true)}>
        <Icon name="archive" />
        {words.value.objects.archived}
      </button>
      {open.value && <Archive close={() => (open.value = false)} />}
    </>
  );
}

/** All archived objects, which can be viewed, or restored together. */
function Archive({ close }: { close: () => void }) {
  const { api, words, workspace } = useApp();
  const archived = usePages<ExternalObject>(async (page) => {
    const { data } = await api.GET('/groups/{groupID}/externalObjects', {
      params: { path: { groupID: workspace.id }, query: { archived: 'only', limit: PAGE, page } },
    });
    return { entries: data!.objects, next: data!.next === null ? null : new URL(data!.next, location.origin).searchParams.get('page') };
  });
  const selection = useMemo(() => new Selection(), []);
  const { editing, objects, app } = words.value;
  const all = archived.all.value;
  return (
    <Modal title={editing.archivedObjects} onClose={close} wide>
      {archived.fault.value !== '' && (
        <p class="fault-box" role="alert">
          {archived.fault.value}
        </p>
      )}
      {all === undefined && archived.fault.value === '' && <p class="quiet-text">{app.loading}</p>}
      {all?.length === 0 && <p>{editing.nothingArchived}</p>}
      {all !== undefined && all.length > 0 && (
        <>
          <div class="row">
            <SelectAll objects={all} query={archived.more && { archived: 'only' }} selection={selection} />
          </div>
          <ul class="archive-list">
            {all.map((object) => (
              <Row key={object.externalId} object={object} all={all} selection={selection} close={close} />
            ))}
          </ul>
        </>
      )}
      {archived.more !== undefined && <button onClick={() => void archived.more!()}>{objects.more}</button>}
      <BulkBar selection={selection} changed={archived.again} />
    </Modal>
  );
}

function Row({
  object,
  all,
  selection,
  close,
}: {
  object: ExternalObject;
  all: readonly ExternalObject[];
  selection: Selection;
  close: () => void;
}) {
  const { words, address, format, clock } = useApp();
  const { externalId, title, type, updatedAt } = object;
  const name = title || externalId;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={selection.chosen.value.has(externalId)}
          aria-label={words.value.editing.bulk.selectOne(name)}
          onClick={({ shiftKey }) => selection.toggle(object, all, shiftKey)}
        />
      </label>
      <a
        href={address.link({ page: 'Map', id: externalId, more: {} })}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          close();
          address.go({ page: 'Map', id: externalId });
        }}
      >
        {name}
      </a>
      <span class="quiet-text">
        {[type, words.value.editing.archivedSince(format.value.ago(Date.parse(updatedAt), clock.now.value))].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
