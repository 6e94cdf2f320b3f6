import { DIRECTORY_ROUTES } from './administration/directory-routes.js';
import { AREA_ROUTES } from './areas/area-routes.js';
import { APP_ROUTES } from './map-app/app-routes.js';
import type { GatewayRoute } from './gateway-route.js';
import { PICTURE_TYPES } from './pictures/picture-types.js';
import { WEBHOOK_ROUTES } from './webhooks/webhook-routes.js';
import { REPORT_ROUTES } from './reports/report-routes.js';

const JSON_TYPE = ['application/json'] as const;
/** A history comes in pages of JSON, or whole in another format. */
const HISTORY_TYPES = ['application/json', 'text/csv', 'application/geo+json', 'application/gpx+xml', 'application/x-ndjson'] as const;
const LETTERS = '/operator/dead-letters';
const OBJECT = '/groups/:groupID/externalObjects/:externalId';

/** Every route there is. A route that isn't here is refused to everyone. */
export const ROUTES: readonly GatewayRoute[] = [
  { name: 'updateObjects', method: 'POST', path: '/groups/:groupID/externalObjects', scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, body: 'required', tag: 'Updates', summary: 'Update external objects; objects that do not exist yet are created' },
  { name: 'readOperation', method: 'GET', path: '/groups/:groupID/operations/:operationId', scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Updates', summary: 'What became of an operation, until 24 hours after it' },
  { name: 'editObject', method: 'PATCH', path: OBJECT, scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, body: 'required', tag: 'Updates', summary: 'Edit an object: title, type, icon, description, content elements, location, fields' },
  { name: 'archiveObject', method: 'POST', path: `${OBJECT}/archive`, scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, body: 'optional', tag: 'Updates', summary: 'Archive an object; its id stays with its workspace' },
  { name: 'restoreObject', method: 'POST', path: `${OBJECT}/restore`, scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, body: 'optional', tag: 'Updates', summary: 'Restore an archived object' },
  { name: 'eraseObject', method: 'DELETE', path: OBJECT, scope: 'objects:erase', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Updates', summary: 'Erase an object with all that is held of it; its id stays with its workspace' },
  { name: 'putPicture', method: 'PUT', path: `${OBJECT}/picture`, scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, body: 'required', tag: 'Updates', summary: 'Give an object a picture, or another one: JPEG, PNG or WebP' },
  { name: 'removePicture', method: 'DELETE', path: `${OBJECT}/picture`, scope: 'objects:write', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Updates', summary: 'Take the picture of an object away' },
  { name: 'holdObject', method: 'PUT', path: `${OBJECT}/hold`, scope: 'holds:admin', narrowing: 'enforced', produces: JSON_TYPE, body: 'required', tag: 'Updates', summary: 'Put an object under a legal hold: nothing of it is erased' },
  { name: 'releaseObject', method: 'DELETE', path: `${OBJECT}/hold`, scope: 'holds:admin', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Updates', summary: 'Release the legal hold of an object' },

  { name: 'listObjects', method: 'GET', path: '/groups/:groupID/externalObjects', scope: 'objects:read', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Objects', summary: 'List the objects of a workspace, by box and type, by age, or searched, page by page' },
  { name: 'readObject', method: 'GET', path: OBJECT, scope: 'objects:read', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Objects', summary: 'Read the newest state of an object' },
  { name: 'readPicture', method: 'GET', path: `${OBJECT}/picture`, scope: 'objects:read', narrowing: 'enforced', produces: PICTURE_TYPES, tag: 'Objects', summary: 'Read the picture of an object' },
  { name: 'readHistory', method: 'GET', path: `${OBJECT}/history`, scope: 'objects:read', narrowing: 'enforced', produces: HISTORY_TYPES, tag: 'Objects', summary: 'Read the history of an object, in pages or exported whole' },
  { name: 'readObjectHold', method: 'GET', path: `${OBJECT}/hold`, scope: 'holds:admin', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Objects', summary: 'Read the legal hold of an object; 404 where there is none' },
  { name: 'listHolds', method: 'GET', path: '/groups/:groupID/holds', scope: 'holds:admin', produces: JSON_TYPE, tag: 'Objects', summary: 'List the objects that are under a legal hold, page by page' },
  { name: 'exportObject', method: 'GET', path: `${OBJECT}/export`, scope: 'objects:read', narrowing: 'enforced', produces: ['application/x-ndjson'], tag: 'Objects', summary: 'Everything that is held of an object, as a stream of lines' },
  { name: 'readTrips', method: 'GET', path: `${OBJECT}/trips`, scope: 'objects:read', narrowing: 'enforced', produces: JSON_TYPE, tag: 'History', summary: 'Cut the track of an object into trips, stops and gaps' },
  { name: 'searchHistory', method: 'GET', path: '/groups/:groupID/history', scope: 'objects:read', narrowing: 'enforced', produces: HISTORY_TYPES, tag: 'History', summary: 'Read or export what was reported by objects, by place and time' },
  { name: 'readPositions', method: 'GET', path: '/groups/:groupID/positions', scope: 'objects:read', narrowing: 'enforced', produces: JSON_TYPE, tag: 'History', summary: 'Where everything was at an instant' },
  { name: 'readVisits', method: 'GET', path: '/groups/:groupID/visits', scope: 'objects:read', narrowing: 'enforced', produces: JSON_TYPE, tag: 'History', summary: 'Who was in an area between two times, and when each entered and left' },
  { name: 'searchVisits', method: 'POST', path: '/groups/:groupID/visits', scope: 'objects:read', narrowing: 'enforced', changesNothing: true, produces: JSON_TYPE, body: 'required', tag: 'History', summary: 'The same of a geometry for which there is no area' },
  { name: 'listTypes', method: 'GET', path: '/groups/:groupID/types', scope: 'objects:read', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Objects', summary: 'List the types of objects that there are, with how many of each' },
  { name: 'readTile', method: 'GET', path: '/groups/:groupID/tiles/:z/:x/:y.mvt', scope: 'objects:read', narrowing: 'enforced', produces: ['application/vnd.mapbox-vector-tile'], tag: 'Objects', summary: 'A vector tile of the objects for a map: each of them, or clusters where there are many' },
  { name: 'followView', method: 'GET', path: '/groups/:groupID/view', scope: 'feed:read', narrowing: 'enforced', produces: ['text/event-stream'], tag: 'Feed', summary: 'Follow what is in view of a map: the objects in a box, then what changes, comes and leaves' },
  { name: 'pollChanges', method: 'GET', path: '/groups/:groupID/changes', scope: 'feed:read', narrowing: 'enforced', produces: ['application/json', 'text/event-stream'], tag: 'Feed', summary: 'Poll everything that changed since a cursor, or follow it as a stream' },

  ...WEBHOOK_ROUTES,
  ...REPORT_ROUTES,
  ...AREA_ROUTES,
  ...DIRECTORY_ROUTES,
  ...APP_ROUTES,
  { name: 'findWorkspace', method: 'GET', path: '/workspaces', scope: 'any', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Workspace', summary: 'Find a workspace that the token opens by its present name or a former one' },
  { name: 'releaseObjectOf', method: 'DELETE', path: '/operator/workspaces/:workspaceId/externalObjects/:externalId/hold', scope: 'operator', produces: JSON_TYPE, tag: 'Updates', summary: 'Release the legal hold of an object, also where its workspace was deleted' },
  { name: 'readId', method: 'GET', path: '/operator/ids/:externalId', scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Which workspace owns an id of an object, and whether the object is erased' },
  { name: 'releaseId', method: 'DELETE', path: '/operator/workspaces/:workspaceId/ids/:externalId', scope: 'operator', produces: JSON_TYPE, tag: 'Updates', summary: 'Release the id of an erased object, so that any workspace can use it' },
  { name: 'adoptChanges', method: 'POST', path: '/operator/workspaces/:workspaceId/adoptions', scope: 'operator', produces: JSON_TYPE, body: 'required', tag: 'Updates', summary: 'Take over changes of a workspace that is being moved here; `npx waymark move` does it' },
  { name: 'readKeptObjects', method: 'POST', path: '/operator/workspaces/:workspaceId/kept-objects', scope: 'operator', produces: JSON_TYPE, body: 'required', tag: 'Operator', summary: 'Read the objects of a workspace as they are held, for a move and its verification' },
  { name: 'awaitKeptObjects', method: 'POST', path: '/operator/workspaces/:workspaceId/kept-objects/settled', scope: 'operator', produces: JSON_TYPE, body: 'optional', tag: 'Operator', summary: 'Wait for a second until all commands are applied that the log holds now' },
  { name: 'diagnose', method: 'GET', path: '/operator/diagnosis', scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Look at the installation: services, versions, topics, migrations, clocks, disk' },
  { name: 'readLag', method: 'GET', path: '/operator/lag', scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'How far each consumer of the topics is behind, by partition' },
  { name: 'listDeadLetters', method: 'GET', path: LETTERS, scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'List the dead letters that wait, page by page, without what is in them' },
  { name: 'readDeadLetter', method: 'GET', path: `${LETTERS}/:letter`, scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Read a dead letter with what is in it' },
  { name: 'replayDeadLetter', method: 'POST', path: `${LETTERS}/:letter/replay`, scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Write the record of a dead letter to where it came from, as it was' },
  { name: 'dropDeadLetter', method: 'DELETE', path: `${LETTERS}/:letter`, scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Forget a dead letter' },
  { name: 'listRebuilds', method: 'GET', path: '/operator/rebuild', scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'The rebuilds of the projection, the newest first, and how far the one at work is' },
  { name: 'startRebuild', method: 'POST', path: '/operator/rebuild', scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Build the projection anew from the topics while reads go on, compare, and swap if nothing differs' },
  { name: 'replayDeadLetters', method: 'POST', path: `${LETTERS}/replay`, scope: 'operator', produces: JSON_TYPE, tag: 'Operator', summary: 'Replay the oldest dead letters of a source, up to 200 a call' },

  { name: 'readKeys', method: 'GET', path: '/.well-known/jwks.json', scope: null, produces: JSON_TYPE, tag: 'Service', summary: 'Public keys of access tokens (RFC 7517)' },
  { name: 'readInterface', method: 'GET', path: '/openapi.json', scope: null, tokenConsidered: true, produces: JSON_TYPE, tag: 'Service', summary: 'This interface as OpenAPI: what is open to anyone; with a token, what it may call' },
  { name: 'readTopics', method: 'GET', path: '/asyncapi.json', scope: 'any', narrowing: 'enforced', produces: JSON_TYPE, tag: 'Service', summary: 'The topics that Waymark writes to Kafka, as AsyncAPI' },
  { name: 'readDocs', anyQuery: true, method: 'GET', path: '/docs', scope: null, produces: ['text/html'], tag: 'Service', summary: 'A page to read and try this interface' },
  { name: 'readDocsFile', anyQuery: true, method: 'GET', path: '/docs/:file', scope: null, produces: ['*/*'], tag: 'Service', summary: 'Parts of that page' },
  { name: 'live', anyQuery: true, method: 'GET', path: '/health/live', scope: null, produces: JSON_TYPE, tag: 'Service', summary: 'Whether the process lives' },
  { name: 'ready', anyQuery: true, method: 'GET', path: '/health/ready', scope: null, produces: JSON_TYPE, tag: 'Service', summary: 'Whether the gateway can serve' },
  { name: 'metrics', anyQuery: true, method: 'GET', path: '/metrics', scope: null, ofOperation: true, produces: ['text/plain'], tag: 'Service', summary: 'Figures for Prometheus' },
];
