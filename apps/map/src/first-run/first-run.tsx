import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Lazily } from '../loading/lazily.js';
import { DemoStrip, FirstStepsPanel } from './first-steps-panel.js';
import type { FirstSteps } from './first-steps.js';

/** Panels over the map that help to fill a workspace. */
export function FirstRun({ steps }: { steps: FirstSteps }) {
  const closed = (): void => void (steps.importing.value = false);
  const finished = (): void => {
    steps.shown.value = 'no';
    void steps.fit();
  };
  const loadImport = useMemo(
    () => (): Promise<FunctionComponent> =>
      import('./csv/import-dialog.js').then(({ ImportDialog }) => () => <ImportDialog closed={closed} finished={finished} />),
    [steps],
  );
  return (
    <>
      <DemoStrip />
      <FirstStepsPanel steps={steps} />
      {steps.importing.value && <Lazily load={loadImport} />}
    </>
  );
}
