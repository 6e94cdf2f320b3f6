import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.js';
import { TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { type Submission, useSubmission } from '../../forms/submission.js';
import { type Loss, lossesBetween } from './losses.js';
import { RetentionDraft } from './retention-draft.js';

type Shown = Schemas['ShownRetention'];

/** Sets how long data is kept. It first shows the data that would be deleted and asks for confirmation. */
export function RetentionForm({ shown, saved }: { shown: Shown; saved: (next: Shown) => void }) {
  const { words, format, api, workspace, notices } = useApp();
  const { retention } = words.value.administration;
  const draft = useMemo(() => new RetentionDraft(shown), [shown]);
  const submission = useSubmission(['/historyDays', '/eraseAfterDays', '/types']);
  const toConfirm = useSignal<readonly Loss[]>([]);
  const put = async (): Promise<void> => {
    toConfirm.value = [];
    await submission.send(async () => {
      const { data } = await api.PUT('/groups/{groupID}/retention', { params: { path: { groupID: workspace.id } }, body: draft.rules() });
      saved(data!);
      notices.info(retention.saved);
    });
  };
  const send = async (): Promise<void> => {
    const losses = lossesBetween(shown, draft.rules(), shown.planHistoryDays);
    if (losses.length > 0) toConfirm.value = losses;
    else await put();
  };
  const plan = shown.planHistoryDays === null ? retention.planKeepsAll : retention.planKeeps(format.value.number(shown.planHistoryDays));
  return (
    <>
      <Form submission={submission} submit={words.value.app.save} send={send}>
        <div class="pair">
          <TextField
            label={retention.historyDays}
            hint={`${plan} ${retention.historyHint}`}
            pointer="/historyDays"
            submission={submission}
            value={draft.historyDays}
            type="number"
          />
          <TextField
            label={retention.eraseAfterDays}
            hint={retention.eraseHint}
            pointer="/eraseAfterDays"
            submission={submission}
            value={draft.eraseAfterDays}
            type="number"
          />
        </div>
        <Types draft={draft} submission={submission} />
      </Form>
      {toConfirm.value.length > 0 && <ConfirmLosses losses={toConfirm.value} close={() => (toConfirm.value = [])} act={put} />}
    </>
  );
}

function Types({ draft, submission }: { draft: RetentionDraft; submission: Submission }) {
  const { words } = useApp();
  const { retention } = words.value.administration;
  return (
    <fieldset class="group stack">
      <legend>{retention.byType}</legend>
      <p class="hint">{retention.byTypeHint}</p>
      <ul class="stack">
        {draft.types.value.map(({ key, type, historyDays, eraseAfterDays }, at) => (
          <li key={key} class="retention-type">
            <TextField label={retention.type} pointer={`/types/${at}/type`} submission={submission} value={type} required />
            <TextField
              label={retention.historyDays}
              pointer={`/types/${at}/historyDays`}
              submission={submission}
              value={historyDays}
              type="number"
            />
            <TextField
              label={retention.eraseAfterDays}
              pointer={`/types/${at}/eraseAfterDays`}
              submission={submission}
              value={eraseAfterDays}
              type="number"
            />
            <button
              type="button"
              class="icon-button"
              aria-label={retention.removeType(type.value || String(at + 1))}
              onClick={() => draft.removeType(key)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" onClick={() => draft.addType()}>
          <Icon name="plus" />
          {retention.addType}
        </button>
      </div>
    </fieldset>
  );
}

function ConfirmLosses({ losses, close, act }: { losses: readonly Loss[]; close: () => void; act: () => Promise<void> }) {
  const { words, format } = useApp();
  const { retention } = words.value.administration;
  const sentences = losses.map(({ what, type, days }) =>
    type === undefined ? retention.lossOfAll[what](format.value.number(days)) : retention.lossOfType[what](type, format.value.number(days)),
  );
  return (
    <ConfirmDialog
      title={retention.confirmTitle}
      text={[...sentences, retention.confirmText]}
      confirm={retention.shorten}
      close={close}
      act={act}
    />
  );
}
