import { useSignal } from '@preact/signals';
import { ApiProblem } from '../../api/problem.js';
import { useApp } from '../../app/app.js';
import { Modal } from '../../dialogs/modal.js';
import { Form } from '../../forms/form.js';
import { useSubmission } from '../../forms/submission.js';
import { DataTable } from '../../tables/data-table.js';
import { AreaMap } from './area-map.js';
import { type ImportFile, outlinesOf, readImport } from './import-file.js';

/** Creates areas from a GeoJSON file, after a preview of its features and the faults of each. */
export function AreaImport({ close, done }: { close: () => void; done: () => Promise<void> }) {
  const { words, format, api, workspace, notices } = useApp();
  const { areas } = words.value.administration;
  const submission = useSubmission([]);
  const file = useSignal<ImportFile | undefined>(undefined);
  const outlines = useSignal<GeoJSON.FeatureCollection>({ type: 'FeatureCollection', features: [] });
  const unreadable = useSignal(false);
  const refused = useSignal<ReadonlyMap<number, string>>(new Map());
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    refused.value = new Map();
    file.value = readImport(await chosen.text());
    unreadable.value = file.value === undefined;
    outlines.value = outlinesOf(file.value?.collection);
  };
  const send = async (): Promise<void> => {
    const collection = file.peek()?.collection;
    if (collection === undefined) return;
    let imported = 0;
    const sent = await submission.send(async () => {
      try {
        imported = (
          await api.POST('/groups/{groupID}/areas/import', { params: { path: { groupID: workspace.id } }, body: collection as never })
        ).data!.imported;
      } catch (error) {
        if (error instanceof ApiProblem) refused.value = faultsByFeature(error.body.errors);
        throw error;
      }
    });
    if (!sent) return;
    notices.info(areas.imported(format.peek().number(imported)));
    close();
    await done();
  };
  const features = file.value?.features ?? [];
  const faulty = features.filter(({ fault }) => fault !== undefined).length;
  return (
    <Modal title={areas.import} onClose={close} wide>
      <label class="field">
        {areas.file}
        <input
          type="file"
          accept=".geojson,.json,application/geo+json,application/json"
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
        <span class="hint">{areas.fileHint}</span>
      </label>
      {unreadable.value && (
        <p class="fault-box" role="alert">
          {areas.unreadable}
        </p>
      )}
      {file.value !== undefined && (
        <Form submission={submission} submit={areas.importThem(format.value.number(features.length))} send={send} cancel={close}>
          <p role="status">
            {faulty === 0 ? areas.allGood(format.value.number(features.length)) : areas.someFaulty(format.value.number(faulty))}
          </p>
          <DataTable
            caption={areas.preview}
            head={[areas.texts.name, areas.shape, areas.texts.category, areas.fault]}
            empty={areas.none}
            rows={features.map(({ name, kind, category, fault }, at) => ({
              key: String(at),
              cells: [
                name || `${at + 1}`,
                kind,
                category,
                <span class="fault" lang="en">
                  {refused.value.get(at) ?? (fault === 'name' ? areas.nameMissing : fault === 'radius' ? areas.radiusMissing : fault) ?? ''}
                </span>,
              ],
            }))}
          />
          <AreaMap preview={outlines} />
        </Form>
      )}
    </Modal>
  );
}

/** Fault messages by index of the feature; the service's pointers begin with `/features/<index>`. */
function faultsByFeature(errors: unknown): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { pointer = '', detail = '' } of Array.isArray(errors) ? (errors as { pointer?: string; detail?: string }[]) : []) {
    const [, index] = /^\/features\/(\d+)/.exec(pointer) ?? [];
    if (index !== undefined) faults.set(Number(index), [faults.get(Number(index)), detail].filter(Boolean).join(' '));
  }
  return faults;
}
