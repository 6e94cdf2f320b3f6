import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Modal } from '../../dialogs/modal.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';

type Delivery = Schemas['Delivery'];

/** The result of each delivery attempt, newest first. */
export function Deliveries({ webhook, close }: { webhook: Schemas['Webhook']; close: () => void }) {
  const { words, format, api, workspace } = useApp();
  const { webhooks } = words.value.administration;
  const older = useSignal<{ deliveries: readonly Delivery[]; next: string | null } | undefined>(undefined);
  const page = async (before?: string): Promise<Schemas['DeliveryPage']> =>
    (
      await api.GET('/groups/{groupID}/webhooks/{webhookId}/deliveries', {
        params: { path: { groupID: workspace.id, webhookId: webhook.id }, query: { before } },
      })
    ).data!;
  const reading = useReading(() => page());
  const { failing } = webhook;
  return (
    <Modal title={webhooks.deliveriesOf(new URL(webhook.url).host)} onClose={close} wide>
      {failing !== null && (
        <p class="warning-box">
          {webhooks.failing(format.value.number(failing.attempts), failing.lastError, format.value.time(Date.parse(failing.nextAttemptAt)))}
        </p>
      )}
      <Loaded reading={reading}>
        {(first) => {
          const all = [...first.deliveries, ...(older.value?.deliveries ?? [])];
          const next = older.value === undefined ? first.next : older.value.next;
          return (
            <>
              <DataTable
                caption={webhooks.deliveries}
                captionHidden
                head={[webhooks.at, webhooks.outcome, webhooks.status, webhooks.attempt, webhooks.changes, webhooks.took, webhooks.why]}
                empty={webhooks.noDeliveries}
                rows={all.map(({ id, at, kind, outcome, status, attempt, changes, durationMs, error, answer }) => ({
                  key: id,
                  cells: [
                    format.value.time(Date.parse(at)),
                    <>
                      <span class={`badge ${outcome === 'delivered' ? 'good' : 'bad'}`}>
                        {webhooks.outcomes[outcome as keyof typeof webhooks.outcomes] ?? outcome}
                      </span>{' '}
                      {kind === 'test' && webhooks.aTest}
                    </>,
                    status ?? '–',
                    format.value.number(attempt),
                    format.value.number(changes),
                    `${format.value.number(durationMs)} ms`,
                    error ?? answer ?? '',
                  ],
                }))}
              />
              <div class="row">
                <button onClick={() => ((older.value = undefined), void reading.again())}>{webhooks.refresh}</button>
                {next !== null && (
                  <button
                    onClick={() =>
                      void page(next).then(
                        (more) =>
                          (older.value = { deliveries: [...(older.peek()?.deliveries ?? []), ...more.deliveries], next: more.next }),
                        () => reading.again(),
                      )
                    }
                  >
                    {words.value.objects.more}
                  </button>
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </Modal>
  );
}
