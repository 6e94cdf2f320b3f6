import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { Modal } from '../dialogs/modal.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';

/** Asks for the reason of a legal hold, and for the object if it is not given. */
export function HoldDialog({
  title,
  hint,
  externalId,
  hold,
  close,
}: {
  title: string;
  hint: string;
  externalId?: string;
  hold: (reason: string, externalId: string) => Promise<void>;
  close: () => void;
}) {
  const { words } = useApp();
  const { retention } = words.value.administration;
  const submission = useSubmission(['/reason', '/externalId']);
  const id = useSignal(externalId ?? '');
  const reason = useSignal('');
  const send = async (): Promise<void> => {
    if (id.peek().trim() === '') return submission.refuse('/externalId', retention.idMissing);
    if (reason.peek().trim() === '') return submission.refuse('/reason', retention.reasonMissing);
    if (await submission.send(() => hold(reason.peek().trim(), id.peek().trim()))) close();
  };
  return (
    <Modal title={title} onClose={close}>
      <Form submission={submission} submit={retention.hold} cancel={close} send={send}>
        {externalId === undefined && (
          <TextField label={retention.objectId} pointer="/externalId" submission={submission} value={id} required />
        )}
        <TextField label={retention.reason} hint={hint} pointer="/reason" submission={submission} value={reason} required />
      </Form>
    </Modal>
  );
}
