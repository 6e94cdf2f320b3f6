import './webhook.css';
import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { type App, useApp } from '../../app/app.js';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.js';
import { Modal } from '../../dialogs/modal.js';
import { ChoiceField, TextField } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { notSentText, useSubmission } from '../../forms/submission.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { instantOfInput } from '../../time/zoned-time.js';
import { Deliveries } from './deliveries.js';
import { WebhookForm, WebhookSecret } from './webhook-form.js';

type Webhook = Schemas['Webhook'];
type Opened =
  | { is: 'form'; webhook?: Webhook }
  | { is: 'deliveries' | 'replay' | 'rotate' | 'remove'; webhook: Webhook }
  | { is: 'secret'; secret: string };

/** The webhooks and the results of their deliveries. */
export function WebhooksPage() {
  const app = useApp();
  const { words } = app;
  const { webhooks } = words.value.administration;
  const opened = useSignal<Opened | undefined>(undefined);
  const reading = useReading(() => readWebhooks(app));
  const close = (): void => void (opened.value = undefined);
  return (
    <section class="stack" aria-labelledby="webhooks">
      <div class="spread">
        <h2 id="webhooks">{webhooks.title}</h2>
        <button class="primary" onClick={() => (opened.value = { is: 'form' })}>
          {webhooks.make}
        </button>
      </div>
      <p class="quiet-text">{webhooks.text}</p>
      <Loaded reading={reading}>
        {(all) =>
          all.length === 0 ? (
            <p class="quiet-text">{webhooks.none}</p>
          ) : (
            <ul class="stack">
              {all.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} open={(next) => (opened.value = next)} done={reading.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened.value !== undefined && (
        <Opened opened={opened.value} close={close} open={(next) => (opened.value = next)} done={reading.again} />
      )}
    </section>
  );
}

function WebhookCard({ webhook, open, done }: { webhook: Webhook; open: (next: Opened) => void; done: () => Promise<void> }) {
  const app = useApp();
  const { words, format, clock, api, workspace, notices } = app;
  const { webhooks, edit, remove } = words.value.administration;
  const busy = useSignal(false);
  const path = { groupID: workspace.id, webhookId: webhook.id };
  const { state, paused, failing, lastDeliveredAt, url, description, filter } = webhook;
  const act = async (action: () => Promise<unknown>): Promise<void> => {
    busy.value = true;
    try {
      await action();
      await done();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notices.warn(notSentText(app, error));
    } finally {
      busy.value = false;
    }
  };
  const test = (): Promise<void> =>
    act(async () => {
      const { data } = await api.POST('/groups/{groupID}/webhooks/{webhookId}/test', { params: { path } });
      if (data!.outcome === 'delivered') notices.info(webhooks.testArrived(String(data!.status), format.peek().number(data!.durationMs)));
      else notices.warn(webhooks.testFailed(data!.error ?? String(data!.status)));
    });
  const filters = Object.entries(filter).map(
    ([name, value]) =>
      `${webhooks.filters[name as keyof typeof webhooks.filters]}: ${[value]
        .flat()
        .map((each) => (name === 'kinds' ? (webhooks.kinds[each as keyof typeof webhooks.kinds] ?? each) : each))
        .join(', ')}`,
  );
  return (
    <li class="card stack" aria-label={url}>
      <div class="spread">
        <h3 class="webhook-address">
          {url} {description !== '' && <span class="quiet-text">{description}</span>}
        </h3>
        <span class={`badge ${state === 'active' ? 'good' : state === 'off' ? '' : 'bad'}`}>
          {webhooks.states[state as keyof typeof webhooks.states] ?? state}
        </span>
      </div>
      {paused !== null && <p class="fault-box">{webhooks.pausedSince(format.value.time(Date.parse(paused.since)), paused.detail)}</p>}
      {failing !== null && (
        <p class="warning-box">
          {webhooks.failing(format.value.number(failing.attempts), failing.lastError, format.value.time(Date.parse(failing.nextAttemptAt)))}
        </p>
      )}
      <p class="quiet-text">
        {lastDeliveredAt === null
          ? webhooks.neverDelivered
          : webhooks.lastDelivered(format.value.ago(Date.parse(lastDeliveredAt), clock.now.value))}{' '}
        {filters.join('; ')}
      </p>
      <div class="row">
        <button disabled={busy.value} onClick={() => void test()}>
          {webhooks.test}
        </button>
        <button onClick={() => open({ is: 'deliveries', webhook })}>{webhooks.deliveries}</button>
        {paused !== null && (
          <button
            disabled={busy.value}
            onClick={() =>
              void act(() =>
                api.POST('/groups/{groupID}/webhooks/{webhookId}/resume', { params: { path } }).then(() => notices.info(webhooks.resumed)),
              )
            }
          >
            {webhooks.resume}
          </button>
        )}
        <button onClick={() => open({ is: 'replay', webhook })}>{webhooks.replay}</button>
        <button onClick={() => open({ is: 'rotate', webhook })}>{webhooks.rotate}</button>
        <button onClick={() => open({ is: 'form', webhook })}>{edit}</button>
        <button class="danger" onClick={() => open({ is: 'remove', webhook })}>
          {remove}
        </button>
      </div>
    </li>
  );
}

function Opened({
  opened,
  open,
  close,
  done,
}: {
  opened: Opened;
  open: (next: Opened) => void;
  close: () => void;
  done: () => Promise<void>;
}) {
  const { words, api, workspace, notices } = useApp();
  const { webhooks, remove } = words.value.administration;
  if (opened.is === 'form') return <WebhookForm webhook={opened.webhook} close={close} done={done} />;
  if (opened.is === 'secret') return <WebhookSecret title={webhooks.rotated} secret={opened.secret} close={close} />;
  const { webhook } = opened;
  const path = { groupID: workspace.id, webhookId: webhook.id };
  if (opened.is === 'deliveries') return <Deliveries webhook={webhook} close={close} />;
  if (opened.is === 'replay') return <Replay webhook={webhook} close={close} done={done} />;
  if (opened.is === 'remove')
    return (
      <ConfirmDialog
        title={webhooks.removeIt}
        text={webhooks.removeText(webhook.url)}
        confirm={remove}
        close={close}
        act={async () => {
          await api.DELETE('/groups/{groupID}/webhooks/{webhookId}', { params: { path } });
          notices.info(webhooks.removed);
        }}
        done={done}
      />
    );
  return <Rotate path={path} close={close} shown={(secret) => open({ is: 'secret', secret })} />;
}

function Rotate({
  path,
  close,
  shown,
}: {
  path: { groupID: string; webhookId: string };
  close: () => void;
  shown: (secret: string) => void;
}) {
  const { words, api } = useApp();
  const { webhooks } = words.value.administration;
  const submission = useSubmission([]);
  const send = (): Promise<boolean> =>
    submission.send(async () =>
      shown((await api.POST('/groups/{groupID}/webhooks/{webhookId}/rotate-secret', { params: { path } })).data!.secret),
    );
  return (
    <Modal title={webhooks.rotate} onClose={close}>
      <Form submission={submission} submit={webhooks.rotate} danger cancel={close} send={send}>
        <p>{webhooks.rotateText}</p>
      </Form>
    </Modal>
  );
}

function Replay({ webhook, close, done }: { webhook: Webhook; close: () => void; done: () => Promise<void> }) {
  const { words, api, workspace, notices, preferences } = useApp();
  const zone = preferences.timeZone.value;
  const { webhooks } = words.value.administration;
  const submission = useSubmission(['/from']);
  const from = useSignal<'earliest' | 'time'>('time');
  const since = useSignal('');
  const send = async (): Promise<void> => {
    const at = instantOfInput(since.peek(), zone);
    if (from.peek() === 'time' && at === undefined) return submission.refuse('/from', webhooks.sinceMissing);
    const sent = await submission.send(async () => {
      await api.POST('/groups/{groupID}/webhooks/{webhookId}/replay', {
        params: { path: { groupID: workspace.id, webhookId: webhook.id } },
        body: { from: from.peek() === 'earliest' ? 'earliest' : new Date(at!).toISOString() },
      });
    });
    if (!sent) return;
    notices.info(webhooks.replayed);
    close();
    await done();
  };
  return (
    <Modal title={webhooks.replay} onClose={close}>
      <Form submission={submission} submit={webhooks.replay} cancel={close} send={send}>
        <p>{webhooks.replayText}</p>
        <ChoiceField
          label={webhooks.from}
          pointer="/none"
          submission={submission}
          value={from}
          from={['time', 'earliest']}
          name={(each) => webhooks.startsFrom[each]}
        />
        {from.value === 'time' && (
          <TextField
            label={webhooks.since}
            hint={webhooks.sinceHint((zone || Intl.DateTimeFormat().resolvedOptions().timeZone).replaceAll('_', ' '))}
            pointer="/from"
            submission={submission}
            value={since}
            type="datetime-local"
            required
          />
        )}
      </Form>
    </Modal>
  );
}

/** @throws ApiProblem */
async function readWebhooks({ api, workspace }: App): Promise<Webhook[]> {
  const all: Webhook[] = [];
  for (let after: string | undefined; ;) {
    const { data } = await api.GET('/groups/{groupID}/webhooks', { params: { path: { groupID: workspace.id }, query: { after } } });
    all.push(...data!.webhooks);
    if (data!.next === null) return all;
    after = data!.next;
  }
}
