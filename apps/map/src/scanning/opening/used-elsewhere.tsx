import type { Page } from '../../address/address.js';
import { useApp } from '../../app/app.js';
import { NextButton } from './create-form.js';
import type { Usage } from './other-workspaces.js';

/**
 * Replaces the form of a new object if its id is used in another workspace, whose name is shown only if the person may enter it.
 * @param page the page that opens there
 */
export function UsedElsewhere({
  usage,
  id,
  element,
  page,
  next,
}: {
  usage: Exclude<Usage, { is: 'free' }>;
  id: string;
  element: string | undefined;
  page: Page;
  next?: () => void;
}) {
  const { address, words } = useApp();
  const { scanning } = words.value;
  if (usage.is === 'looking') return <p role="status">{scanning.lookingElsewhere}</p>;
  return (
    <div class="stack">
      <p class="warning-box" role="alert">
        {usage.is === 'mine' ? scanning.inWorkspace(usage.workspace.name) : scanning.elsewhere}
      </p>
      {usage.is === 'mine' && (
        <div class="row">
          <button
            class="primary"
            onClick={() => address.go({ ws: usage.workspace.name, page, id, more: element === undefined ? {} : { element } })}
          >
            {scanning.openThere}
          </button>
          {next !== undefined && <button onClick={next}>{scanning.next}</button>}
        </div>
      )}
      {usage.is === 'foreign' && next !== undefined && <NextButton next={next} />}
    </div>
  );
}
