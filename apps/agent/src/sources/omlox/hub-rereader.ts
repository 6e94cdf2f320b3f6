import type { Rereader, SourceContext } from '../source.js';
import { HubWeb } from './hub/hub-web.js';
import { HubRest } from './hub/rest.js';
import { tokensFor } from './hub/tokens.js';
import { objectOf } from './json-values.js';
import { Knowledge } from './knowledge.js';
import type { OmloxOptions } from './options.js';
import { Repeats } from './repeats.js';
import { Workshop } from './workshop.js';

/**
 * Reads positions anew that were kept apart, by the zones and trackables that the hub and the configuration have now: a
 * zone that was placed since places them. Fence events
 * are not read anew, since they say where a thing was in the order of all others.
 * @throws SourceError for certificates or zones of the configuration that cannot be used
 */
export function hubRereader(options: OmloxOptions, context: Pick<SourceContext, 'name' | 'log' | 'signal'>): Rereader {
  const web = new HubWeb(options.tls);
  const rest = new HubRest(options.url, tokensFor(options.auth, web), web, context.signal);
  const knowledge = new Knowledge(rest, options, undefined, context.log);
  const { zones, trackables, fences } = knowledge;
  let loaded: Promise<unknown> | undefined;
  return {
    async read(document) {
      const object = objectOf(document);
      if (object === undefined || 'fence_id' in object) return undefined;
      await (loaded ??= knowledge.load());
      // What is read anew is older than what came since, and is no repeat of it.
      const workshop = new Workshop(
        options,
        { rest, zones, trackables, fences, repeats: new Repeats(undefined, 1), refreshZones: () => Promise.resolve() },
        context,
      );
      const [received] = await workshop.read([{ kind: 'position', document, bySnapshot: false }]);
      return received;
    },
    close: () => web.close(),
  };
}
