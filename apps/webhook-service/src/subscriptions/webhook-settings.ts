import type { WebhookFilterDto, WebhookSettingsDto } from '#contracts/webhooks/webhook.dto.js';

const USUAL_CHANGES = 100;

/** All settings but the address. */
export function withDefaults({
  mode = 'events',
  filter = {},
  description = '',
  enabled = true,
  maxChanges = USUAL_CHANGES,
}: WebhookSettingsDto): Required<Omit<WebhookSettingsDto, 'url'>> & { filter: WebhookFilterDto } {
  return { mode, filter, description, enabled, maxChanges };
}
