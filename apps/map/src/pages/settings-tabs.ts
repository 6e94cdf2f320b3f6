import type { FunctionComponent } from 'preact';
import type { Scope } from '#contracts/directory/scopes.js';

interface Tab {
  name: 'own' | 'fields' | 'tokens' | 'people' | 'webhooks' | 'usage' | 'areas' | 'retention' | 'audit';
  /**
   * All of these scopes are required. Most pages need one for administration, because reading alone does not make somebody an
   * administrator.
   */
  scopes: readonly Scope[];
  /** At least one of these is required as well, for a page whose parts need different ones. */
  oneOf?: readonly Scope[];
  load: () => Promise<FunctionComponent>;
}

/** The pages in the settings, each loaded when it is first opened. */
export const TABS: readonly Tab[] = [
  { name: 'own', scopes: [], load: () => import('./own-settings.js').then(({ OwnSettings }) => OwnSettings) },
  {
    name: 'areas',
    scopes: ['objects:read', 'areas:write'],
    load: () => import('../administration/areas/areas-page.js').then(({ AreasPage }) => AreasPage),
  },
  {
    name: 'fields',
    scopes: ['objects:read', 'fields:admin'],
    load: () => import('../administration/fields/fields-page.js').then(({ FieldsPage }) => FieldsPage),
  },
  {
    name: 'tokens',
    scopes: ['tokens:admin'],
    load: () => import('../administration/tokens/tokens-page.js').then(({ TokensPage }) => TokensPage),
  },
  {
    name: 'people',
    scopes: ['people:admin'],
    load: () => import('../administration/people/people-page.js').then(({ PeoplePage }) => PeoplePage),
  },
  {
    name: 'webhooks',
    scopes: ['webhooks:admin'],
    load: () => import('../administration/webhooks/webhooks-page.js').then(({ WebhooksPage }) => WebhooksPage),
  },
  {
    name: 'usage',
    scopes: ['usage:read', 'reports:read', 'tokens:admin'],
    load: () => import('../administration/usage/usage-page.js').then(({ UsagePage }) => UsagePage),
  },
  {
    name: 'retention',
    scopes: [],
    oneOf: ['retention:admin', 'holds:admin'],
    load: () => import('../administration/retention/retention-page.js').then(({ RetentionPage }) => RetentionPage),
  },
  { name: 'audit', scopes: ['audit:read'], load: () => import('../administration/audit/audit-page.js').then(({ AuditPage }) => AuditPage) },
];
