import { useSignal } from '@preact/signals';
import { formatAddress } from '../address/address.js';
import { useApp } from '../app/app.js';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { Loaded, useReading } from '../loading/loaded.js';
import { DataTable } from '../tables/data-table.js';
import { HoldDialog } from './hold-dialog.js';
import { holdObject, type ObjectHold, pageOf, readHolds, releaseObject } from './holds.js';

type Opened = { is: 'hold' } | { is: 'release'; externalId: string };

/** The objects that are under a legal hold of their own. */
export function HeldObjects({ nameOf }: { nameOf: (subject: string) => string }) {
  const app = useApp();
  const { words, format, address, notices } = app;
  const { retention, actions } = words.value.administration;
  const opened = useSignal<Opened | undefined>(undefined);
  const operation = useSignal<string | undefined>(undefined);
  const further = useSignal<{ holds: readonly ObjectHold[]; next: string | null } | undefined>(undefined);
  const reading = useReading(() => readHolds(app, { operationId: operation.peek() }));
  const now = opened.value;
  const close = (): void => void (opened.value = undefined);
  const done = async (operationId: string | undefined, message: string): Promise<void> => {
    operation.value = operationId;
    further.value = undefined;
    notices.info(message);
    await reading.again();
  };
  const more = async (next: string): Promise<void> => {
    const page = await readHolds(app, { page: pageOf(next) });
    further.value = { holds: [...(further.peek()?.holds ?? []), ...page.holds], next: page.next };
  };
  return (
    <div class="stack">
      <div class="spread">
        <h3>{retention.objects}</h3>
        <button onClick={() => (opened.value = { is: 'hold' })}>{retention.holdObject}</button>
      </div>
      <Loaded reading={reading}>
        {(first) => {
          const next = further.value === undefined ? first.next : further.value.next;
          return (
            <>
              <DataTable
                caption={retention.objects}
                captionHidden
                head={[retention.objectId, retention.reason, retention.since, retention.by, actions]}
                empty={retention.noneHeld}
                rows={[...first.holds, ...(further.value?.holds ?? [])].map(({ externalId, reason, since, by }) => ({
                  key: externalId,
                  cells: [
                    <a href={`#${formatAddress({ ws: address.now.value.ws, page: 'Map', id: externalId, more: {} })}`}>{externalId}</a>,
                    reason,
                    format.value.time(Date.parse(since)),
                    nameOf(by),
                    <button
                      aria-label={`${retention.release}: ${externalId}`}
                      onClick={() => (opened.value = { is: 'release', externalId })}
                    >
                      {retention.release}
                    </button>,
                  ],
                }))}
              />
              {next !== null && (
                <div class="row">
                  <button onClick={() => void more(next).catch(() => reading.again())}>{words.value.objects.more}</button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
      {now?.is === 'hold' && (
        <HoldDialog
          title={retention.holdObject}
          hint={retention.reasonHint}
          close={close}
          hold={async (reason, externalId) => done(await holdObject(app, externalId, reason), retention.objectHeld(externalId))}
        />
      )}
      {now?.is === 'release' && (
        <ConfirmDialog
          title={retention.releaseOf(now.externalId)}
          text={retention.releaseText}
          confirm={retention.release}
          close={close}
          act={async () => done(await releaseObject(app, now.externalId), retention.objectReleased(now.externalId))}
        />
      )}
    </div>
  );
}
