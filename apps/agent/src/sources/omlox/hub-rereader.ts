import type { Rereader, SourceContext } from '../../reading/source.js';
import { objectOf } from '../reading-parts/json-values.js';
import { HubWeb } from './hub/hub-web.js';
import { HubRest } from './hub/rest.js';
import { tokensFor } from './hub/tokens.js';
import { Knowledge } from './knowledge.js';
import type { OmloxOptions } from './options.js';
import { Repeats } from './repeats.js';
import { Workshop } from './workshop.js';

/**
 * Reads quarantined positions again, with the current zones and trackables of the hub and the configuration: a zone placed since then makes
 * them readable. Fence events are not read again, because their meaning depends on the order of all events.
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
      // A position that is read again is older than later ones and must not count as a repeat.
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
