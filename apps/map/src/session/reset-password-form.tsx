import { useSignal } from '@preact/signals';
import { useApp } from '../app.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';

/** Sets a password by the one-time secret that an operator gave. */
export function ResetPasswordForm({ done }: { done: () => void }) {
  const { words, api } = useApp();
  // What is wrong with the secret is told whole, below: it says what to do.
  const submission = useSubmission(['/newPassword']);
  const [secret, newPassword] = [useSignal(''), useSignal('')];
  const { signIn } = words.value;
  const send = async (): Promise<void> => {
    const sent = await submission.send(async () => {
      await api.POST('/auth/password/reset', { body: { secret: secret.peek().trim(), newPassword: newPassword.peek() } });
    });
    if (sent) done();
  };
  return (
    <Form submission={submission} submit={signIn.setPassword} send={send}>
      <TextField label={signIn.secret} pointer="/secret" submission={submission} value={secret} required />
      <TextField label={signIn.newPassword} pointer="/newPassword" submission={submission} value={newPassword} type="password" autocomplete="new-password" required />
    </Form>
  );
}
