// Preloaded by services under `npm run dev`. `node --watch` gets a report of every import, about 9,000 from the gateway, which costs a
// quarter of a second per start. This passes on one report per file of Waymark: packages do not change while someone develops.
import process from 'node:process';

const send = process.send?.bind(process);
const reported = new Set();

if (send) {
  process.send = (message, ...rest) => {
    const files = message['watch:import'] ?? message['watch:require'];
    if (!files) return send(message, ...rest);
    const news = files.filter((file) => file && !file.includes('/node_modules/') && !reported.has(file));
    for (const file of news) reported.add(file);
    return news.length === 0 || send(message, ...rest);
  };
}
