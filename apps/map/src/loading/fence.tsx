import { Component, type ComponentChildren } from 'preact';
import { useApp } from '../app/app.js';

/** An error boundary: the rest of the app still works, and a message is shown. */
export class Fence extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: true });
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { words } = useApp();
  return (
    <div class="whole" role="alert">
      <p>{words.value.app.somethingFailed}</p>
      <button class="primary" onClick={() => location.reload()}>
        {words.value.app.reload}
      </button>
    </div>
  );
}
