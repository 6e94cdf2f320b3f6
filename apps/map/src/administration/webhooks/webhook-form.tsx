import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Modal } from '../../dialogs/modal.js';
import { SecretBox } from '../../dialogs/secret-box.js';
import { CheckField, ChecksField, ChoiceField, TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useSubmission } from '../../forms/submission.js';
import { WebhookDraft } from './webhook-draft.js';

const KINDS = [
  'created',
  'updated',
  'edited',
  'archived',
  'restored',
  'held',
  'released',
  'erased',
  'area.entered',
  'area.left',
  'area.dwelt',
  'area.absent',
  'area.corrected',
] as const;
const POINTERS = [
  '/url',
  '/description',
  '/mode',
  '/maxChanges',
  '/filter/types',
  '/filter/ids',
  '/filter/idPrefix',
  '/filter/fields',
  '/filter/areas',
  '/filter/kinds',
  '/filter/bbox',
];

/** Creates a webhook, whose secret is shown once, or changes one. */
export function WebhookForm({
  webhook,
  close,
  done,
}: {
  webhook: Schemas['Webhook'] | undefined;
  close: () => void;
  done: () => Promise<void>;
}) {
  const { words, api, workspace, notices } = useApp();
  const { webhooks } = words.value.administration;
  const draft = useMemo(() => new WebhookDraft(webhook ?? { url: 'https://' }), []);
  const submission = useSubmission(POINTERS);
  const secret = useSignal<string | undefined>(undefined);
  const groupID = workspace.id;
  const send = async (): Promise<void> => {
    const sent = await submission.send(async () => {
      if (webhook === undefined)
        secret.value = (
          await api.POST('/groups/{groupID}/webhooks', { params: { path: { groupID } }, body: draft.settings() })
        ).data!.secret;
      else
        await api.PUT('/groups/{groupID}/webhooks/{webhookId}', {
          params: { path: { groupID, webhookId: webhook.id } },
          body: draft.settings(),
        });
      await done();
    });
    if (!sent || webhook === undefined) return;
    notices.info(webhooks.saved);
    close();
  };
  if (secret.value !== undefined) return <WebhookSecret title={webhooks.made} secret={secret.value} close={close} />;
  const filter = (name: keyof typeof draft.lists) => (
    <TextField
      key={name}
      label={webhooks.filters[name]}
      hint={webhooks.listHint}
      pointer={`/filter/${name}`}
      submission={submission}
      value={draft.lists[name]}
    />
  );
  return (
    <Modal title={webhook === undefined ? webhooks.make : webhooks.edit} onClose={close} wide>
      <Form submission={submission} submit={words.value.app.save} send={send} cancel={close}>
        <TextField
          label={webhooks.url}
          hint={webhooks.urlHint}
          pointer="/url"
          submission={submission}
          value={draft.url}
          type="url"
          required
        />
        <div class="pair">
          <TextField label={webhooks.description} pointer="/description" submission={submission} value={draft.description} />
          <ChoiceField
            label={webhooks.mode}
            pointer="/mode"
            submission={submission}
            value={draft.mode}
            from={['events', 'state']}
            name={(each) => webhooks.modes[each]}
          />
          <TextField
            label={webhooks.maxChanges}
            hint={webhooks.maxChangesHint}
            pointer="/maxChanges"
            submission={submission}
            value={draft.maxChanges}
            type="number"
          />
        </div>
        <CheckField label={webhooks.enabled} value={draft.enabled} />
        <details>
          <summary>{webhooks.filter}</summary>
          <div class="stack">
            <p class="hint">{webhooks.filterHint}</p>
            <div class="pair">
              {filter('types')}
              {filter('ids')}
              <TextField label={webhooks.filters.idPrefix} pointer="/filter/idPrefix" submission={submission} value={draft.idPrefix} />
              {filter('fields')}
              {filter('areas')}
              <TextField
                label={webhooks.filters.bbox}
                hint={webhooks.bboxHint}
                pointer="/filter/bbox"
                submission={submission}
                value={draft.bbox}
              />
            </div>
            <ChecksField
              label={webhooks.filters.kinds}
              pointer="/filter/kinds"
              submission={submission}
              value={draft.kinds}
              from={KINDS}
              name={(kind) => webhooks.kinds[kind]}
            />
          </div>
        </details>
      </Form>
    </Modal>
  );
}

export function WebhookSecret({ title, secret, close }: { title: string; secret: string; close: () => void }) {
  const { words } = useApp();
  const { webhooks, tokens } = words.value.administration;
  return (
    <Modal title={title} onClose={close}>
      <p class="warning-box" role="status">
        {webhooks.secretOnce}
      </p>
      <SecretBox label={webhooks.secret} text={secret} />
      <div class="row end">
        <button class="primary" onClick={close}>
          {tokens.kept}
        </button>
      </div>
    </Modal>
  );
}
