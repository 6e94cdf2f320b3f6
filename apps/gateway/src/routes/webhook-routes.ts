import { AdoptedWebhookDto } from '#contracts/webhooks/adopted-webhook.dto.js';
import { NewWebhookSettingsDto, WebhookReplayDto, WebhookSettingsDto } from '#contracts/webhooks/webhook.dto.js';
import type { DescribedRoute } from './described-route.js';

const WEBHOOKS = '/groups/:groupID/webhooks';
const WEBHOOK = `${WEBHOOKS}/:webhookId`;
const after = 'The last id of the page before.';

const webhook = (line: Omit<DescribedRoute, 'produces' | 'scope' | 'tag'>): DescribedRoute => ({
  ...line,
  to: 'webhooks',
  scope: 'webhooks:admin',
  tag: 'Webhooks',
  produces: ['application/json'],
});

/**
 * Routes that the webhook service answers: each is forwarded unchanged, once the token allows it. A narrowed token is
 * refused: a webhook sends everything that its filter selects.
 */
export const WEBHOOK_ROUTES: readonly DescribedRoute[] = [
  webhook({
    name: 'listWebhooks',
    method: 'GET',
    path: WEBHOOKS,
    query: { after },
    gives: [200, 'WebhookPage'],
    summary: 'List the webhooks of the workspace',
  }),
  webhook({
    name: 'createWebhook',
    method: 'POST',
    path: WEBHOOKS,
    body: 'required',
    takes: NewWebhookSettingsDto,
    gives: [201, 'NewWebhook'],
    summary: 'Create a webhook that sends changes to a URL; its signing secret is shown only once',
  }),
  webhook({
    name: 'readWebhook',
    method: 'GET',
    path: WEBHOOK,
    gives: [200, 'Webhook'],
    summary: 'Read a webhook: its position in the feed, and whether it is failing or paused',
  }),
  webhook({
    name: 'putWebhook',
    method: 'PUT',
    path: WEBHOOK,
    body: 'required',
    takes: WebhookSettingsDto,
    gives: [200, 'Webhook'],
    about:
      'What is left out has its default again. It goes on from where it stands, also under another filter. ' +
      'Who changes a webhook answers for it from then on.',
    summary: 'Replace the settings of a webhook',
  }),
  webhook({
    name: 'deleteWebhook',
    method: 'DELETE',
    path: WEBHOOK,
    gives: [204],
    about: 'A message that is being sent at that moment may still arrive.',
    summary: 'Remove a webhook; no further messages are sent',
  }),
  webhook({
    name: 'testWebhook',
    method: 'POST',
    path: `${WEBHOOK}/test`,
    body: 'optional',
    gives: [200, 'TestDelivery'],
    about:
      'Sent once, at once, also while the webhook is off or paused; the answer says what became of it ' +
      'within 8 seconds. Ten a minute of a workspace.',
    summary: 'Send a test message',
  }),
  webhook({
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: `${WEBHOOK}/rotate-secret`,
    body: 'optional',
    gives: [200, 'NewWebhook'],
    about: 'The previous secret signs in addition to the new one until `formerSecretUntil`; older ones no longer sign.',
    summary: 'Create a new secret; it is shown only once',
  }),
  webhook({
    name: 'listDeliveries',
    method: 'GET',
    path: `${WEBHOOK}/deliveries`,
    query: { before: 'The value next of the page before.' },
    gives: [200, 'DeliveryPage'],
    summary: 'List the delivery attempts and their outcomes, newest first',
  }),
  webhook({
    name: 'replayWebhook',
    method: 'POST',
    path: `${WEBHOOK}/replay`,
    body: 'required',
    takes: WebhookReplayDto,
    gives: [200, 'Webhook'],
    about:
      'What is under way is given up, and the changes behind the place are sent again. A time before what ' +
      'the feed keeps is the oldest available one.',
    summary: 'Send changes again from a cursor, a time, or the earliest change',
  }),
  webhook({
    name: 'resumeWebhook',
    method: 'POST',
    path: `${WEBHOOK}/resume`,
    body: 'optional',
    gives: [200, 'Webhook'],
    about: 'It goes on where it stands, and tries at once what fails. Who resumes a webhook answers for it from then on.',
    summary: 'Resume a paused webhook',
  }),
  {
    name: 'listKeptWebhooks',
    method: 'GET',
    path: '/operator/workspaces/:workspaceId/kept-webhooks',
    to: 'webhooks',
    scope: 'operator',
    whileLeaving: true,
    tag: 'Operator',
    produces: ['application/json'],
    query: { after },
    gives: [200, 'KeptWebhookPage'],
    about: 'With their secrets, so only while the workspace is being moved to another installation: 409 otherwise.',
    summary: 'List the webhooks of a workspace as they are held, for a move',
  },
  {
    name: 'adoptWebhook',
    method: 'PUT',
    path: '/operator/workspaces/:workspaceId/adoptions/webhooks/:webhookId',
    to: 'webhooks',
    scope: 'operator',
    whileReceiving: true,
    tag: 'Operator',
    produces: ['application/json'],
    body: 'required',
    takes: AdoptedWebhookDto,
    gives: [204],
    about:
      'It keeps its id and its secrets, and goes on after what the feed contains now; nothing is sent before the workspace has ' +
      'arrived. A token that moved with the workspace answers for it as before; otherwise the move does, until somebody changes or ' +
      'resumes it. 409 for an id of another workspace, and unless the move of the workspace is `receiving`.',
    summary: 'Take over a webhook of a workspace that is being moved here; `npx waymark move` does it',
  },
  {
    name: 'listAllWebhooks',
    method: 'GET',
    path: '/operator/webhooks',
    to: 'webhooks',
    scope: 'operator',
    tag: 'Operator',
    produces: ['application/json'],
    query: { workspace: 'Only those of this workspace.', after },
    gives: [200, 'WebhookPage'],
    summary: 'List the webhooks of all workspaces',
  },
];
