import './category.css';
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { Modal } from '../../dialogs/modal.js';
import { ChoiceField, TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { type Submission, useSubmission } from '../../forms/submission.js';
import { FIELD_TYPES, FieldDraft, ON_CONFLICT, REVIEWS } from './field-draft.js';

const POINTERS = [
  'field',
  '/label',
  '/type',
  '/unit',
  '/decimals',
  '/min',
  '/max',
  '/objectTypes',
  '/review',
  '/onConflict',
  '/categories',
];

/** Defines a field. @param name empty: a new one */
export function FieldForm({
  name,
  definition,
  close,
  done,
}: {
  name: string;
  definition: Schemas['FieldDefinition'];
  close: () => void;
  done: () => Promise<void>;
}) {
  const { words, api, workspace, notices } = useApp();
  const draft = useMemo(() => new FieldDraft(name, definition), []);
  const submission = useSubmission(POINTERS);
  const { fields } = words.value.administration;
  const send = async (): Promise<void> => {
    const field = draft.name.peek().trim();
    if (field === '') return submission.refuse('field', fields.nameMissing);
    const sent = await submission.send(async () => {
      await api.PUT('/groups/{groupID}/fields/{field}', { params: { path: { groupID: workspace.id, field } }, body: draft.definition() });
    });
    if (!sent) return;
    notices.info(fields.saved(field));
    close();
    await done();
  };
  const type = draft.type.value;
  return (
    <Modal title={name === '' ? fields.define : fields.edit(name)} onClose={close} wide>
      <Form submission={submission} submit={words.value.app.save} send={send} cancel={close}>
        <div class="pair">
          <TextField
            label={fields.name}
            hint={fields.nameHint}
            pointer="field"
            submission={submission}
            value={draft.name}
            readOnly={name !== ''}
            required
          />
          <TextField label={fields.label} hint={fields.labelHint} pointer="/label" submission={submission} value={draft.label} />
          <ChoiceField
            label={fields.type}
            pointer="/type"
            submission={submission}
            value={draft.type}
            from={FIELD_TYPES}
            name={(each) => fields.types[each]}
          />
        </div>
        {type === 'Number' && (
          <div class="pair">
            <TextField label={fields.unit} pointer="/unit" submission={submission} value={draft.unit} />
            <TextField label={fields.decimals} pointer="/decimals" submission={submission} value={draft.decimals} type="number" />
            <TextField label={fields.min} pointer="/min" submission={submission} value={draft.min} type="number" />
            <TextField label={fields.max} pointer="/max" submission={submission} value={draft.max} type="number" />
          </div>
        )}
        {type === 'Category' && <Categories draft={draft} submission={submission} />}
        <div class="pair">
          <TextField
            label={fields.objectTypes}
            hint={fields.objectTypesHint}
            pointer="/objectTypes"
            submission={submission}
            value={draft.objectTypes}
          />
          <ChoiceField
            label={fields.review}
            hint={fields.reviewHint}
            pointer="/review"
            submission={submission}
            value={draft.review}
            from={REVIEWS}
            name={(each) => fields.reviews[each]}
          />
          <ChoiceField
            label={fields.onConflict}
            hint={fields.onConflictHint}
            pointer="/onConflict"
            submission={submission}
            value={draft.onConflict}
            from={ON_CONFLICT}
            name={(each) => fields.onConflicts[each]}
          />
        </div>
      </Form>
    </Modal>
  );
}

function Categories({ draft, submission }: { draft: FieldDraft; submission: Submission }) {
  const { words } = useApp();
  const { fields } = words.value.administration;
  const fault = submission.faultAt('/categories');
  const categories = draft.categories.value;
  return (
    <fieldset class="group stack" aria-invalid={fault !== undefined} tabIndex={-1}>
      <legend>{fields.categories}</legend>
      <p class="hint">{fields.categoriesHint}</p>
      {fault !== undefined && <p class="fault">{fault}</p>}
      <ol class="stack">
        {categories.map((category, at) => (
          <li key={category.key} class="category-row">
            <TextField
              label={fields.namespace}
              pointer={`/categories/${at}/namespace`}
              submission={submission}
              value={category.namespace}
            />
            <TextField
              label={fields.categoryName}
              pointer={`/categories/${at}/categoryName`}
              submission={submission}
              value={category.categoryName}
            />
            <TextField label={fields.label} pointer={`/categories/${at}/label`} submission={submission} value={category.label} />
            <div class="row">
              <button type="button" disabled={at === 0} onClick={() => draft.moveCategory(at, -1)} aria-label={fields.up(at + 1)}>
                ↑
              </button>
              <button
                type="button"
                disabled={at === categories.length - 1}
                onClick={() => draft.moveCategory(at, 1)}
                aria-label={fields.down(at + 1)}
              >
                ↓
              </button>
              <button type="button" class="icon-button" onClick={() => draft.removeCategory(at)} aria-label={fields.removeCategory(at + 1)}>
                <Icon name="close" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" onClick={() => draft.addCategory()}>
          <Icon name="plus" />
          {fields.addCategory}
        </button>
      </div>
    </fieldset>
  );
}
