/**
 * Uses the client that openapi-generator (typescript-fetch) made of the interface, compiled: FOLDER URL TOKEN
 * WORKSPACE. Prints what it got as JSON.
 */
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [folder, basePath, accessToken, groupID] = process.argv.slice(2);
const { AreasApi, Configuration, FeedApi, ObjectsApi, UpdatesApi, WebhooksApi } = await import(
  pathToFileURL(join(folder, 'index.js')).href
);

const externalId = 'by openapi-generator typescript-fetch';
const configuration = new Configuration({ basePath, accessToken });
const [updates, objects, feed] = [new UpdatesApi(configuration), new ObjectsApi(configuration), new FeedApi(configuration)];

const results = [];
for (const note of ['text', null]) {
  const externalObjectUpdate = [
    {
      externalId,
      locationUpdate: { newPosition: { lat: 53.4, lon: -2.98 } },
      fieldValues: [
        { type: 'Number', field: 'battery', value: 81.5 },
        { type: 'String', field: 'note', value: note },
        { type: 'Category', field: 'state', value: { namespace: 'state', categoryName: 'loading' } },
      ],
    },
  ];
  results.push((await updates.updateObjects({ groupID, externalObjectUpdate })).results[0]);
}
const page = await objects.listObjects({ groupID, limit: 2 });
let found;
for (let attempt = 0; attempt < 50 && !(found?.revision >= 2); attempt += 1)
  found = await objects.readObject({ groupID, externalId }).catch(() => undefined);
// The feed comes a moment after the object: continue from each page's cursor, and wait for more.
const changes = [];
for (let cursor = 'earliest', attempt = 0; attempt < 20 && changes.length < results.length; attempt += 1) {
  const polled = await feed.pollChanges({ groupID, cursor, wait: 1 });
  changes.push(...polled.changes.filter((change) => change.externalId === externalId));
  cursor = polled.cursor;
}
const area = await new AreasApi(configuration).createArea({
  groupID,
  areaContent: { name: 'North quay', floor: 2, geometry: { type: 'Circle', center: [-2.98, 53.4], radius: 250 } },
});
const webhook = await new WebhooksApi(configuration).createWebhook({
  groupID,
  newWebhookSettings: { url: 'https://hooks.example.com/waymark', filter: { types: ['crane'] } },
});

process.stdout.write(
  JSON.stringify({
    statuses: results.map(({ status }) => status),
    listed: Array.isArray(page.objects),
    fields: Object.fromEntries(Object.entries(found.fields).map(([name, { value }]) => [name, value])),
    changes: changes.map(({ revision }) => revision),
    area: [area.name, area.floor],
    webhook: webhook.secret.startsWith('whsec_'),
  }),
);
