import type { SchemaObject } from '@nestjs/swagger';
import { nullableRef, ref, type Schema } from './schema-words.js';

/**
 * Names of objects inside other schemas, by their path; `*` is an entry of a list or a map. Objects that are not listed are named
 * after their path. Enums of strings have names, too: otherwise Java clients do not compile.
 */
const NAMES: Readonly<Record<string, string>> = {
  'AppSession.apiAccessToken': 'ApiAccessToken',
  'AppSession.person': 'SignedInPerson',
  'AppSession.person.workspaces.*': 'RoleInWorkspace',
  'AppSettings.basemap': 'BasemapSettings',
  'AppSettings.satellite': 'SatelliteSettings',
  'AppSettings.signIn': 'SignInSettings',
  'AppSettings.streetMap': 'StreetMapSettings',
  'AppSettings.streets.*': 'StreetArchive',
  'AreaImport.areas.*': 'ImportedArea',
  'AreasReport.rows.*': 'AreasReportRow',
  'AccessReport.rows.*': 'AccessReportRow',
  'Change.position': 'ChangePosition',
  'DeadLetterPage.letters.*': 'DeadLetter',
  'DeadLetterPage.letters.*.source': 'LetterSource',
  'Diagnosis.findings.*': 'Finding',
  'ElementResult.error': 'ElementError',
  'ElementResult.warnings.*': 'ElementWarning',
  'ExternalObject.position': 'ObjectPosition',
  'FieldsToReview.fields.*': 'FieldToReview',
  'FieldsToReview.fields.*.types': 'FieldTypeCounts',
  'FleetFit.limits.*': 'FleetFitLimit',
  'Heatmap.features.*': 'HeatmapCell',
  'Heatmap.features.*.geometry': 'HeatmapCellOutline',
  'Heatmap.features.*.properties': 'HeatmapCellFigures',
  'HoldPage.ofWorkspace': 'ShownWorkspaceHold',
  'JwkSet.keys.*': 'PublicKey',
  'LagReport.consumers.*': 'ConsumerLag',
  'LagReport.consumers.*.partitions.*': 'PartitionLag',
  'LocationUpdate.newPosition': 'NewPosition',
  'LoginAnswer.apiAccessToken': 'ApiAccessToken',
  'LoginAnswer.person': 'SignedInPerson',
  'LoginAnswer.person.workspaces.*': 'RoleInWorkspace',
  'MemberNamePage.people.*': 'MemberName',
  'NewWebhook.failing': 'WebhookFailure',
  'NewWebhook.paused': 'WebhookPause',
  'NewOperatorToken.scopes.*': 'TokenScope',
  'NewToken.scopes.*': 'WorkspaceScope',
  'ObjectPage.count': 'ObjectCount',
  'ObjectPage.near': 'SearchCircle',
  'OpenedShareLink.apiAccessToken': 'ApiAccessToken',
  'OpenedDeadLetter.headers.*': 'LetterContent',
  'OpenedDeadLetter.source': 'LetterSource',
  'Person.workspaces.*': 'RoleInWorkspace',
  'PollAudience.roles.*': 'WorkspaceRole',
  'PollOutcome.answers.*': 'GivenAnswer',
  'PollOutcome.answers.*.person': 'AnsweringPerson',
  'PollOutcome.options.*': 'PollOptionCount',
  'Problem.errors.*': 'ProblemError',
  'ShownDashboard.tiles.*': 'ShownTile',
  'ShownPoll.audience': 'ShownAudience',
  'ShownPoll.options.*': 'ShownPollOption',
  'ShownRetention.types.*': 'ShownTypeRetention',
  'TrackingReport.rows.*': 'TrackingReportRow',
  'TrackSegment.end': 'TrackPoint',
  'TrackSegment.start': 'TrackPoint',
  'TripsAnswer.totals': 'TripTotals',
  'TypeList.types.*': 'TypeCount',
  'Usage.calls': 'UsedCalls',
  'Usage.objects': 'UsedObjects',
  'Usage.rates': 'CallRates',
  'UsageAndLimits.calls': 'UsedCalls',
  'UsageAndLimits.objects': 'UsedObjects',
  'UsageAndLimits.rates': 'CallRates',
  'TokenHolder.workspaces.*': 'TokenWorkspace',
  'UsageByToken.calls': 'UsedCalls',
  'UsageByToken.objects': 'UsedObjects',
  'UsageByToken.rates': 'CallRates',
  'UsageReport.rows.*': 'UsageReportRow',
  'ValuesReport.rows.*': 'ValuesReportRow',
  'VisitPage.visits.*': 'AreaVisit',
  'Webhook.failing': 'WebhookFailure',
  'Webhook.paused': 'WebhookPause',
};

/**
 * Replaces each nested object in the schemas by a reference to a separate schema.
 * @throws Error if two different schemas would get the same name
 */
export function withNamedParts(schemas: Readonly<Record<string, SchemaObject>>): Record<string, SchemaObject> {
  const all: Record<string, SchemaObject> = {};
  const add = (name: string, schema: SchemaObject): void => {
    if (all[name] !== undefined && JSON.stringify(all[name]) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}.`);
    all[name] = schema;
  };
  const inside = (schema: Schema, place: string): Schema => {
    if ('$ref' in schema) return schema;
    const filled = filledIn(schema, place);
    const name = NAMES[place] ?? (filled.properties && plainName(place));
    if (name === undefined) return filled;
    if (!Array.isArray(filled.type)) {
      add(name, filled);
      return ref(name);
    }
    add(name, { ...filled, type: filled.type[0]! });
    return nullableRef(name);
  };
  const filledIn = (schema: SchemaObject, place: string): SchemaObject => ({
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, each]) => [name, inside(each as Schema, `${place}.${name}`)]),
      ),
    }),
    ...(schema.items && { items: inside(schema.items as Schema, `${place}.*`) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: inside(schema.additionalProperties as Schema, `${place}.*`),
    }),
  });
  for (const [name, schema] of Object.entries(schemas)) add(name, filledIn(schema, name));
  return all;
}

/** `LagReport.consumers.*` → `LagReportConsumersEntry`. */
function plainName(place: string): string {
  return place
    .split('.')
    .map((part) => (part === '*' ? 'Entry' : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
}
