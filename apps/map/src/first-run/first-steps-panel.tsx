import './first-run.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { notChangedText } from '../object-changes/undo.js';
import { demoRunOf } from './demo-run.js';
import type { FirstSteps } from './first-steps.js';
import { TokenStep } from './token-step.js';

/** The ways to get objects onto the map. Shown automatically on an empty map, later on request. */
export function FirstStepsPanel({ steps }: { steps: FirstSteps }) {
  const app = useApp();
  const { firstRun } = app.words.value;
  const panel = useRef<HTMLElement>(null);
  const isRequested = steps.shown.value === 'asked';
  useEffect(() => {
    if (isRequested) panel.current?.focus();
  }, [isRequested]);
  if (steps.shown.value === 'no') return null;
  const mayWrite = app.workspace.may('objects:write');
  const close = (): void => void (steps.shown.value = 'no');
  return (
    <section
      ref={panel}
      class="first-run-steps"
      tabIndex={-1}
      aria-labelledby="first-steps-title"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div class="card stack">
        <header class="spread">
          <h1 id="first-steps-title">{steps.empty.value ? firstRun.emptyTitle : firstRun.title}</h1>
          <button class="icon-button" aria-label={app.words.value.app.close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {steps.empty.value && <p class="quiet-text">{mayWrite ? firstRun.emptyHint : firstRun.emptyViewer}</p>}
        <ul class="first-run-ways">
          {mayWrite && (
            <>
              <li>
                <TokenStep steps={steps} />
              </li>
              <li>
                <DemoStep steps={steps} />
              </li>
              <li>
                <Way icon="list" title={firstRun.csv} hint={firstRun.csvHint}>
                  <button onClick={() => (steps.importing.value = true)}>{firstRun.csvOpen}</button>
                </Way>
              </li>
              <li>
                <Way icon="scan" title={firstRun.scan} hint={firstRun.scanHint}>
                  <button onClick={() => app.address.go({ page: 'Scan', id: undefined, more: {} })}>{firstRun.scanOpen}</button>
                </Way>
              </li>
            </>
          )}
          <li>
            <Way icon="help" title={firstRun.docs} hint={firstRun.docsHint}>
              <a class="button" href="/docs" target="_blank" rel="noopener">
                {firstRun.docsOpen}
              </a>
            </Way>
          </li>
        </ul>
        {steps.empty.value && (
          <p class="first-run-waiting" role="status">
            <span class="first-run-pulse" aria-hidden="true" />
            {firstRun.waiting}
          </p>
        )}
      </div>
    </section>
  );
}

function Way({
  icon,
  title,
  hint,
  children,
}: {
  icon: Parameters<typeof Icon>[0]['name'];
  title: string;
  hint: string;
  children: preact.ComponentChildren;
}) {
  return (
    <div class="first-run-way">
      <Icon name={icon} />
      <div class="first-run-way-text">
        <h2>{title}</h2>
        <p class="quiet-text">{hint}</p>
      </div>
      <div class="row first-run-way-do">{children}</div>
    </div>
  );
}

function DemoStep({ steps }: { steps: FirstSteps }) {
  const app = useApp();
  const { firstRun } = app.words.value;
  const there = useSignal(0);
  const { is } = demoRunOf(app).state.value;
  const moves = is === 'running' || is === 'starting' || is === 'removing';
  useEffect(() => {
    if (!steps.empty.peek() && is === 'none')
      demoRunOf(app)
        .find(app)
        .then(
          (ids) => void (there.value = ids.length),
          () => undefined,
        );
  }, [is]);
  const start = async (): Promise<void> => {
    try {
      await demoRunOf(app).start(app);
      steps.shown.value = 'no';
      steps.showDemo();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      app.notices.warn(notChangedText(app, error));
    }
  };
  return (
    <Way icon="play" title={firstRun.demo} hint={firstRun.demoHint}>
      <button disabled={moves} onClick={() => void start()}>
        {firstRun.demoStart}
      </button>
      {there.value > 0 && is === 'none' && <RemoveDemo />}
    </Way>
  );
}

function RemoveDemo() {
  const app = useApp();
  const { firstRun } = app.words.value;
  const remove = async (): Promise<void> => {
    try {
      const removed = await demoRunOf(app).remove(app);
      app.notices.info(firstRun.demoRemoved(app.format.peek().number(removed)));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      app.notices.warn(notChangedText(app, error), { label: app.words.peek().app.tryAgain, run: () => void remove() });
    }
  };
  return (
    <button disabled={demoRunOf(app).state.value.is === 'removing'} onClick={() => void remove()}>
      {demoRunOf(app).state.value.is === 'removing' ? firstRun.demoRemoving : firstRun.demoRemove}
    </button>
  );
}

/** Shown on the map while this page's demo fleet moves, or after it was stopped. */
export function DemoStrip() {
  const app = useApp();
  const { firstRun } = app.words.value;
  const state = demoRunOf(app).state.value;
  if (state.is === 'none' || state.is === 'starting' || state.workspace !== app.workspace.id) return null;
  return (
    <div class="first-run-strip" role="status">
      <span>{state.is === 'running' ? firstRun.demoMoves(app.format.value.number(state.objects)) : firstRun.demoStopped}</span>
      {state.problem !== undefined && <span class="first-run-fault">{notChangedText(app, state.problem)}</span>}
      <span class="row">
        {state.is === 'running' && <button onClick={() => demoRunOf(app).stop()}>{firstRun.demoStop}</button>}
        {state.is === 'stopped' && (
          <button
            onClick={() =>
              void demoRunOf(app)
                .start(app)
                .catch((error: Error) => app.notices.warn(error.message))
            }
          >
            {firstRun.demoStart}
          </button>
        )}
        <RemoveDemo />
      </span>
    </div>
  );
}
