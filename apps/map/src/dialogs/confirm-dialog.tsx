import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';
import { Modal } from './modal.js';

/**
 * Asks before an action that cannot be undone. Shows a problem inside the dialog.
 * @param text one or several paragraphs
 * @param done runs after the dialog is closed; it may take long or fail without affecting the message about the action
 */
export function ConfirmDialog({
  title,
  text,
  confirm,
  close,
  act,
  done,
}: {
  title: string;
  text: string | readonly string[];
  confirm: string;
  close: () => void;
  act: () => Promise<void>;
  done?: () => Promise<void>;
}) {
  const submission = useSubmission([]);
  const send = async (): Promise<void> => {
    if (!(await submission.send(act))) return;
    close();
    await done?.();
  };
  return (
    <Modal title={title} onClose={close}>
      <Form submission={submission} submit={confirm} danger cancel={close} send={send}>
        {[text].flat().map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Form>
    </Modal>
  );
}
