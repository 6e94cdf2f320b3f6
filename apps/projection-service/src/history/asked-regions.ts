import { invalidParameter } from '#problems/invalid-parameter.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import { boxRegion, type Region } from '../space/region.js';
import { nearRegion } from './asked-parameters.js';

export const PLACE_PARAMETERS = ['bbox', 'near'] as const;

export interface AskedPlace {
  region?: Region;
  /** The same text for the same place: what pages are bound to. */
  key?: string;
}

/** The place that a request asks about: at most one of its parameters. */
export class AskedRegions {
  of(parameters: QueryParameters, _workspace: string): AskedPlace {
    const given = PLACE_PARAMETERS.filter((name) => parameters.text(name) !== undefined);
    if (given.length > 1) throw invalidParameter(given[1]!, `It can not stand beside ${given[0]}.`);
    const [name] = given;
    if (name === undefined) return {};
    const text = parameters.text(name)!;
    return { region: name === 'bbox' ? boxRegion(parameters.box(name)!) : nearRegion(text), key: `${name}=${text}` };
  }
}
