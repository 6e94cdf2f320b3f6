// Receives a webhook of Waymark, checks that it was signed by it, and prints each change once.
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=3000 node receive-webhook.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const MAX_BYTES = 4 * 1024 * 1024;
/** The newest revision of each object that was handled. In production: a column of the table that the changes go to. */
const revisions = new Map();

function handle({ type, data }) {
  if (type === 'waymark.feed.gap.v1')
    console.log(`Changes are missing: ${data.reason} Read all objects from ${data.resynchronise.snapshot}`);
  for (const change of data.changes ?? []) {
    // A message comes again when its answer was lost: what is not newer was handled already.
    if (change.revision <= (revisions.get(change.externalId) ?? 0)) continue;
    console.log(`${change.externalId} @${change.revision} ${change.type}`);
    revisions.set(change.externalId, change.revision);
  }
}

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    if ((bytes += chunk.length) > MAX_BYTES) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  try {
    // The signature is of the body as it came: parse it afterwards. An old message is refused too.
    handle(webhook.verify(Buffer.concat(chunks), request.headers));
  } catch (error) {
    return response.writeHead(400).end(error.message);
  }
  // Only now: what was not answered with 2xx is sent again.
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 3000), () => console.log(`Waiting at http://localhost:${server.address().port}/`));
