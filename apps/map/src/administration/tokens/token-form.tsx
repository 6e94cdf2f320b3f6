import { useSignal } from '@preact/signals';
import { type Scope, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Modal } from '../../dialogs/modal.js';
import { SecretBox } from '../../dialogs/secret-box.js';
import { ChecksField, ChoiceField, TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useSubmission } from '../../forms/submission.js';
import { listOf, textOf } from '../../forms/typed.js';
import { curlLine } from './curl-line.js';

const DAY = 86_400;
const LIFETIMES = ['1', '7', '30', '90', '365'] as const;

/** Creates a token and shows it once. Offers only the person's own scopes, because nobody can grant others. */
export function TokenForm({ close, done }: { close: () => void; done: () => Promise<void> }) {
  const { words, api, workspace, format } = useApp();
  const { tokens } = words.value.administration;
  const submission = useSubmission(['/name', '/scopes', '/expiresInSeconds', '/narrowed/types', '/narrowed/idPrefix', '/narrowed/fields']);
  const name = useSignal('');
  const scopes = useSignal<readonly Scope[]>(['objects:write', 'objects:read']);
  const days = useSignal<(typeof LIFETIMES)[number]>('90');
  const [types, idPrefix, fields] = [useSignal(''), useSignal(''), useSignal('')];
  const made = useSignal<Schemas['NewMachineToken'] | undefined>(undefined);
  const mine = WORKSPACE_SCOPES.filter((scope) => workspace.may(scope));
  const send = async (): Promise<void> => {
    await submission.send(async () => {
      const narrowed = { types: listOf(types.peek()), idPrefix: textOf(idPrefix.peek()), fields: listOf(fields.peek()) };
      const narrows = Object.values(narrowed).some((value) => value !== undefined);
      const { data } = await api.POST('/groups/{groupID}/tokens', {
        params: { path: { groupID: workspace.id } },
        body: {
          name: name.peek().trim(),
          scopes: scopes.peek() as Schemas['NewToken']['scopes'],
          expiresInSeconds: Number(days.peek()) * DAY,
          ...(narrows && { narrowed }),
        },
      });
      made.value = data;
      await done();
    });
  };
  if (made.value !== undefined) {
    const { token, expiresAt, scopes: given, name: of } = made.value;
    return (
      <Modal title={tokens.made(of)} onClose={close} wide>
        <p class="warning-box" role="status">
          {tokens.shownOnce(format.value.time(Date.parse(expiresAt)))}
        </p>
        <SecretBox label={tokens.token} text={token} lines={5} />
        <SecretBox
          label={tokens.tryIt}
          text={curlLine({ origin: location.origin, workspace: workspace.id, token, scopes: given })}
          lines={5}
        />
        <div class="row end">
          <button class="primary" onClick={close}>
            {tokens.kept}
          </button>
        </div>
      </Modal>
    );
  }
  return (
    <Modal title={tokens.make} onClose={close} wide>
      <Form submission={submission} submit={tokens.make} send={send} cancel={close}>
        <div class="pair">
          <TextField label={tokens.name} hint={tokens.nameHint} pointer="/name" submission={submission} value={name} required />
          <ChoiceField
            label={tokens.expires}
            pointer="/expiresInSeconds"
            submission={submission}
            value={days}
            from={LIFETIMES}
            name={(each) => tokens.days(each)}
          />
        </div>
        <ChecksField
          label={tokens.scopes}
          pointer="/scopes"
          submission={submission}
          value={scopes}
          from={mine}
          name={(scope) => (
            <>
              <code>{scope}</code>
              <small>{tokens.scopeTexts[scope]}</small>
            </>
          )}
        />
        <details>
          <summary>{tokens.narrow}</summary>
          <div class="stack">
            <p class="hint">{tokens.narrowHint}</p>
            <div class="pair">
              <TextField label={tokens.types} hint={tokens.listHint} pointer="/narrowed/types" submission={submission} value={types} />
              <TextField label={tokens.idPrefix} pointer="/narrowed/idPrefix" submission={submission} value={idPrefix} />
              <TextField label={tokens.fields} hint={tokens.listHint} pointer="/narrowed/fields" submission={submission} value={fields} />
            </div>
          </div>
        </details>
      </Form>
    </Modal>
  );
}
