import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.js';
import { useApp } from '../../app/app.js';
import { FollowedObject } from '../../objects/followed-object.js';
import type { ReadCode } from '../reading/code-text.js';
import { CreateForm } from './create-form.js';
import { KeepForLater } from './keep-for-later.js';
import { useUsage } from './other-workspaces.js';
import { SeenObject } from './seen-object.js';
import { UsedElsewhere } from './used-elsewhere.js';

/** The object of a scanned code: an existing one, a new one, or one that cannot be used here. */
export function OpenedCode({
  code,
  scannedHere,
  use,
  next,
}: {
  code: ReadCode;
  scannedHere: boolean;
  use: (id: string) => void;
  next: () => void;
}) {
  const { words, workspace, address } = useApp();
  const { scanning } = words.value;
  const open = workspace.state.value;
  if (code.is === 'no-id') return <p class="warning-box">{scanning.noId[code.why]}</p>;
  if (code.is === 'foreign-link') {
    return (
      <div class="stack">
        <p class="warning-box">{scanning.foreign}</p>
        <p class="scan-text">
          <bdi>{code.link.slice(0, 500)}</bdi>
        </p>
        {code.ids.length > 0 && <p>{scanning.foreignHint}</p>}
        <ul class="stack">
          {code.ids.map((id) => (
            <li key={id}>
              <button class="scan-long" onClick={() => use(id)}>
                <bdi>{scanning.useAsId(id)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  if (code.ws !== undefined && open.is === 'open' && code.ws !== open.name) {
    const { ws, id, element } = code;
    return (
      <div class="stack">
        <p class="warning-box">{scanning.otherWorkspace(ws)}</p>
        <button onClick={() => address.go({ ws, page: 'Scan', id, more: element === undefined ? {} : { element } })}>
          {scanning.switchTo(ws)}
        </button>
      </div>
    );
  }
  return (
    <ObjectOfCode key={`${code.id}\n${code.element ?? ''}`} id={code.id} element={code.element} scannedHere={scannedHere} next={next} />
  );
}

function ObjectOfCode({
  id,
  element,
  scannedHere,
  next,
}: {
  id: string;
  element: string | undefined;
  scannedHere: boolean;
  next: () => void;
}) {
  const app = useApp();
  const { words, workspace } = app;
  const followed = useMemo(() => new FollowedObject(app, id), [id]);
  useEffect(() => () => followed.stop(), [followed]);
  /** An open form stays whatever happens meanwhile, so that no input is lost. */
  const form = useSignal<'none' | 'shown' | 'made' | 'through'>('none');
  const now = followed.state.value;
  const usage = useUsage(id, now.is === 'absent');
  if (now.is === 'absent' && usage.value.is === 'free' && form.peek() === 'none') form.value = 'shown';
  const { scanning } = words.value;
  if (now.is === 'absent' && usage.value.is !== 'free')
    return <UsedElsewhere usage={usage.value} id={id} element={element} page="Scan" next={next} />;
  if (form.value === 'shown' || form.value === 'made') {
    if (!workspace.may('objects:write')) return <p class="warning-box">{scanning.mayNot}</p>;
    return (
      <>
        {now.is === 'there' && form.value === 'shown' && (
          <p class="warning-box spread" role="alert">
            {scanning.appeared}
            <button onClick={() => (form.value = 'through')}>{scanning.showIt}</button>
          </p>
        )}
        <CreateForm id={id} made={() => (form.value = 'made')} through={() => (form.value = 'through')} next={next} />
      </>
    );
  }
  if (now.is === 'there')
    return <SeenObject object={now.object} element={element} opened={scannedHere ? 'scanned' : undefined} next={next} />;
  if (now.is === 'too-long') return <p class="warning-box">{scanning.noId['too-long']}</p>;
  if (now.is === 'failed') return <Failed problem={now.problem} id={id} next={next} />;
  return <p role="status">{words.value.app.loading}</p>;
}

function Failed({ problem, id, next }: { problem: ApiProblem; id: string; next: () => void }) {
  if (problem.status === 0 || problem.status >= 500) return <KeepForLater id={id} next={next} />;
  return (
    <p class="fault-box" role="alert">
      {problem.message}
    </p>
  );
}
