import { Modal } from '../design/modal.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';

/** Asks before something that can't be taken back. A problem is told in it. @param text a paragraph, or several */
export function ConfirmDialog({ title, text, confirm, close, act }: { title: string; text: string | readonly string[]; confirm: string; close: () => void; act: () => Promise<void> }) {
  const submission = useSubmission([]);
  return (
    <Modal title={title} onClose={close}>
      <Form submission={submission} submit={confirm} danger cancel={close} send={async () => (await submission.send(act)) && close()}>
        {[text].flat().map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Form>
    </Modal>
  );
}
