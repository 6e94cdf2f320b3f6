import { Modal } from '../design/modal.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';

/**
 * Asks before something that can't be taken back. A problem is told in it. @param text a paragraph, or several @param
 * done what comes of it, when the dialog is closed: it may take its time, and fail, without a word of what was done
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
