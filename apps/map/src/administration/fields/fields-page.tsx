import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { type App, useApp } from '../../app/app.js';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';
import { definitionAsSeen } from './field-draft.js';
import { FieldForm } from './field-form.js';

type Field = Schemas['DefinedField'];
type Seen = Schemas['FieldsToReview']['fields'][number];
type Opened = { is: 'form'; name: string; definition: Schemas['FieldDefinition'] } | { is: 'remove'; name: string };

/** Definitions of fields, and received fields without a definition. */
export function FieldsPage() {
  const app = useApp();
  const { words, api, workspace, notices } = app;
  const { fields } = words.value.administration;
  const opened = useSignal<Opened | undefined>(undefined);
  const groupID = workspace.id;
  const defined = useReading(async () => (await api.GET('/groups/{groupID}/fields', { params: { path: { groupID } } })).data!.fields);
  const review = useReading(() => readReview(app));
  const again = async (): Promise<void> => void (await Promise.all([defined.again(), review.again()]));
  const close = (): void => void (opened.value = undefined);
  const now = opened.value;
  return (
    <>
      <section class="card stack" aria-labelledby="fields-review">
        <h2 id="fields-review">{fields.reviewTitle}</h2>
        <p class="quiet-text">{fields.reviewText}</p>
        <Loaded reading={review}>
          {(seen) => (
            <DataTable
              caption={fields.reviewTitle}
              captionHidden
              head={[
                fields.name,
                fields.type,
                fields.count,
                fields.samples,
                fields.firstSeen,
                fields.lastSeen,
                words.value.administration.actions,
              ]}
              empty={fields.nothingToReview}
              rows={seen.map((each) => ({
                key: each.name,
                cells: seenCells(app, each, (definition) => (opened.value = { is: 'form', name: each.name, definition })),
              }))}
            />
          )}
        </Loaded>
      </section>
      <section class="card stack" aria-labelledby="fields-defined">
        <div class="spread">
          <h2 id="fields-defined">{fields.defined}</h2>
          <button class="primary" onClick={() => (opened.value = { is: 'form', name: '', definition: { type: 'Number' } })}>
            {fields.define}
          </button>
        </div>
        <Loaded reading={defined}>
          {(all) => (
            <DataTable
              caption={fields.defined}
              captionHidden
              head={[
                fields.name,
                fields.type,
                fields.bounds,
                fields.objectTypes,
                fields.review,
                fields.onConflict,
                words.value.administration.actions,
              ]}
              empty={fields.nothingDefined}
              rows={all.map((field) => ({ key: field.name, cells: definedCells(app, field, (next) => (opened.value = next)) }))}
            />
          )}
        </Loaded>
      </section>
      {now?.is === 'form' && <FieldForm name={now.name} definition={now.definition} close={close} done={again} />}
      {now?.is === 'remove' && (
        <ConfirmDialog
          title={fields.remove(now.name)}
          text={fields.removeText}
          confirm={words.value.administration.remove}
          close={close}
          act={async () => {
            await api.DELETE('/groups/{groupID}/fields/{field}', { params: { path: { groupID, field: now.name } } });
            notices.info(fields.removed(now.name));
          }}
          done={again}
        />
      )}
    </>
  );
}

/** @throws ApiProblem */
async function readReview({ api, workspace }: App): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let after: string | undefined; ;) {
    const { data } = await api.GET('/groups/{groupID}/fields/review', { params: { path: { groupID: workspace.id }, query: { after } } });
    seen.push(...data!.fields);
    if (data!.next === null) return seen;
    after = data!.next;
  }
}

function seenCells({ words, format }: App, seen: Seen, define: (definition: Schemas['FieldDefinition']) => void) {
  const { fields } = words.value.administration;
  const { number, time } = format.value;
  const sent = (Object.entries(seen.types) as [keyof Seen['types'], number][]).filter(([, count]) => count > 0);
  const { definition } = seen;
  return [
    <>
      {seen.name} {definition?.review === 'approved' && <span class="badge odd">{fields.conflicts(number(seen.conflicts))}</span>}
    </>,
    sent.map(([type, count]) => `${fields.types[type]} ${number(count)}`).join(', '),
    number(seen.count),
    seen.samples.join(' · '),
    time(Date.parse(seen.firstSeen)),
    time(Date.parse(seen.lastSeen)),
    <button
      onClick={() => define(definition ?? definitionAsSeen(seen))}
      aria-label={`${definition === null ? fields.defineAsSeen : words.value.administration.edit}: ${seen.name}`}
    >
      {definition === null ? fields.defineAsSeen : words.value.administration.edit}
    </button>,
  ];
}

function definedCells({ words, format }: App, field: Field, open: (next: Opened) => void) {
  const { fields, edit, remove } = words.value.administration;
  const { number } = format.value;
  const {
    name,
    label,
    type,
    unit = '',
    decimals,
    min,
    max,
    categories = [],
    objectTypes = [],
    review,
    onConflict,
    workspace: _workspace,
    ...rest
  } = field;
  const bounds = [
    min !== undefined && `≥ ${number(min, 9)}`,
    max !== undefined && `≤ ${number(max, 9)}`,
    unit,
    decimals !== undefined && fields.decimalsOf(number(decimals)),
  ]
    .filter(Boolean)
    .join(' · ');
  const definition = { label, type, unit: unit || undefined, decimals, min, max, categories, objectTypes, review, onConflict, ...rest };
  return [
    <>
      {label ?? name} {label !== undefined && <span class="quiet-text">{name}</span>}
    </>,
    fields.types[type],
    type === 'Category' ? categories.map((category) => category.label ?? category.categoryName).join(', ') : bounds,
    objectTypes.length === 0 ? fields.allTypes : objectTypes.join(', '),
    <span class={`badge ${review === 'approved' ? 'good' : review === 'proposed' ? 'odd' : ''}`}>{fields.reviews[review]}</span>,
    fields.onConflicts[onConflict],
    <div class="row">
      <button onClick={() => open({ is: 'form', name, definition })} aria-label={`${edit}: ${name}`}>
        {edit}
      </button>
      <button class="danger" onClick={() => open({ is: 'remove', name })} aria-label={`${remove}: ${name}`}>
        {remove}
      </button>
    </div>,
  ];
}
