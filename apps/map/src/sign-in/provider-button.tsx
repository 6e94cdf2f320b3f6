import { useApp } from '../app/app.js';
import { leaveForProvider } from '../session/provider-sign-in.js';

export function ProviderButton() {
  const { words } = useApp();
  return (
    <button class="primary" onClick={() => void leaveForProvider()}>
      {words.value.signIn.byProvider}
    </button>
  );
}
