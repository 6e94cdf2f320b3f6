import { defaultInstanceId } from '#settings/instance-id.js';
import type { Setting, SettingsSpec } from '#settings/settings.js';
import { settings as areaService } from '../apps/area-service/src/configuration/config.js';
import { settings as directoryService } from '../apps/directory-service/src/configuration/config.js';
import { settings as gateway } from '../apps/gateway/src/configuration/config.js';
import { settings as objectService } from '../apps/object-service/src/configuration/config.js';
import { settings as projectionService } from '../apps/projection-service/src/configuration/config.js';
import { settings as reportService } from '../apps/report-service/src/configuration/config.js';
import { settings as webhookService } from '../apps/webhook-service/src/configuration/config.js';
import { settings as stack } from './settings/stack-settings.js';

/** The specifications that services read their environment by. */
export const SERVICE_SPECS: Readonly<Record<string, SettingsSpec>> = {
  'area-service': areaService,
  'directory-service': directoryService,
  gateway,
  'object-service': objectService,
  'projection-service': projectionService,
  'webhook-service': webhookService,
  'report-service': reportService,
};

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function defaultOf(setting: Setting<unknown>): string {
  if (setting.default === undefined) return '**required**';
  if (setting.default === defaultInstanceId) return 'host name and process id';
  return setting.default === '' ? 'empty' : `\`${setting.default}\``;
}

function table(spec: SettingsSpec): string {
  const rows = Object.values(spec).map(
    (setting) =>
      `| \`${setting.env}\` | ${cell(setting.doc)}${setting.secret ? ' (secret)' : ''} | ` +
      `${cell(setting.allowed ?? '')} | ${defaultOf(setting)} |`,
  );
  return ['| variable | for | allowed | default |', '|---|---|---|---|', ...rows].join('\n');
}

/** What `docs/settings.md` holds. */
export function settingsDocument(): string {
  return [
    '# Settings',
    '',
    'Written by `npm run docs:settings` from `apps/*/src/configuration/config.ts` and `stack/settings/stack-settings.ts`; do not ' +
      'edit. Each is an environment variable, read',
    'once at the start; a service that finds one missing or wrong names all of them and does not start. ' +
      'One that is set but empty counts as absent.',
    'Secrets are never shown in logs or errors.',
    '',
    ...Object.entries(SERVICE_SPECS).flatMap(([service, spec]) => [`## ${service}`, '', table(spec), '']),
    '## npm start and its companions',
    '',
    'The embedded installation sets the services from these; `npm run token`, `demo`, `replay` and `dlq` find it by the same.',
    '',
    table(stack),
    '',
  ].join('\n');
}
