import { request } from 'undici';
import type { BenchStack } from '../bench-stack.js';
import { MAP_WORKSPACES } from './map-workspaces.js';

export const CROWD = 100_000;
/** The largest number of objects that a map shows one by one. */
export const LIVE = 2000;
const TYPES = ['truck', 'van', 'forklift', 'crane', 'pallet', 'sensor', 'Reach stacker'];
const ELEMENTS_PER_CALL = 1000;

/** The object at which the map is opened. */
export const STANDING = { externalId: 'standing', title: 'Standing crane', lat: 53.4, lon: -2.99 };

interface Place {
  externalId: string;
  lat: number;
  lon: number;
}

/** A place in Europe; places are denser towards a centre, as those of real fleets are. */
const crowdPlace = (n: number): Place => {
  const share = (n * 0.618_033_988_75) % 1;
  const angle = n * 2.399_963;
  return { externalId: `crowd-${n}`, lat: 50 + 12 * share * share * Math.sin(angle), lon: 8 + 20 * share * share * Math.cos(angle) };
};

/** A place in a view of 15 km, moved by about ten metres per step. */
const livePlace = (n: number, step: number): Place => ({
  externalId: `live-${n}`,
  lat: 53.4 + 0.05 * Math.sin(n * 1.7) + 0.000_1 * Math.sin(step / 3 + n),
  lon: -2.99 + 0.08 * Math.cos(n * 2.3) + 0.000_1 * Math.cos(step / 3 + n),
});

const elementOf = ({ externalId, lat, lon }: Place, n: number): object => ({
  externalId,
  locationUpdate: { newPosition: { lat, lon } },
  fieldValues: [{ type: 'Number', field: 'heading', value: (n * 37) % 360 }],
  initialExternalObject: { title: `Object ${n}`, type: TYPES[n % TYPES.length] },
});

/** Resolves when the elements are projected. @throws Error when one is not accepted */
async function post({ url }: BenchStack, workspace: string, token: string, elements: readonly object[]): Promise<void> {
  const answer = await request(`${url}/groups/${workspace}/externalObjects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(elements),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`The gateway answered ${answer.statusCode}: ${text.slice(0, 300)}`);
}

/** Posts the fleet of 100,000 once. */
export async function postCrowd(stack: BenchStack, token: string): Promise<void> {
  const before = await stack.projected();
  const { externalId, title, lat, lon } = STANDING;
  await post(stack, MAP_WORKSPACES.crowd, token, [
    { externalId, locationUpdate: { newPosition: { lat, lon } }, initialExternalObject: { title, type: 'crane' } },
  ]);
  for (let from = 0; from < CROWD; from += ELEMENTS_PER_CALL)
    await post(
      stack,
      MAP_WORKSPACES.crowd,
      token,
      Array.from({ length: ELEMENTS_PER_CALL }, (_, at) => elementOf(crowdPlace(from + at), from + at)),
    );
  await projected(stack, before + CROWD + 1);
}

/** Moves some objects of the fleet of 2,000. @param ns the numbers of the objects */
export const postLive = (stack: BenchStack, token: string, ns: readonly number[], step: number): Promise<void> =>
  post(
    stack,
    MAP_WORKSPACES.live,
    token,
    ns.map((n) => elementOf(livePlace(n, step), n)),
  );

async function projected(stack: BenchStack, count: number): Promise<void> {
  while ((await stack.projected()) < count) await new Promise((resolve) => setTimeout(resolve, 100));
}
