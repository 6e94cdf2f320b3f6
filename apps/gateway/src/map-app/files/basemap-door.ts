import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed } from '#entity-tags/entity-tag.js';
import { Problem } from '#problems/problem.js';
import type { Basemap } from './basemap.js';
import { codingFor } from './content-coding.js';
import { FOR_GOOD } from './kept-for.js';
import { tileAddressOf } from './tile-address.js';

const unzipped = promisify(gunzip);
const MEDIA_TYPE = 'application/vnd.mapbox-vector-tile';

/** `GET /app/basemap/:hash/:z/:x/:y`: a tile of the basemap, for good, as its address changes with what the basemap is made of. */
export class BasemapDoor {
  constructor(private readonly basemap: Basemap | undefined) {}

  readonly handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { hash, ...place } = request.params as Record<'hash' | 'z' | 'x' | 'y', string>;
    const { basemap } = this;
    if (basemap === undefined) throw new Problem('unavailable', 'The basemap was not built here, or not to its end: npm run build makes it; start the gateway anew then.');
    if (hash !== basemap.hash) throw new Problem('not-found', 'This is the address of another basemap than is here now; load the app again, which then asks for this one.');
    const address = tileAddressOf(place, basemap.maxZoom);
    if (address === undefined) throw new Problem('not-found', `There is no such tile: z is 0…${basemap.maxZoom}, x and y are whole numbers from 0 to 2^z − 1.`);
    const coding = codingFor(request.raw.headers['accept-encoding'] as string | undefined, ['gzip', 'identity']);
    if (coding === undefined) throw new Problem('not-acceptable', 'Accept-Encoding refuses every coding that there is of a tile: gzip, identity.');
    const etag = `W/"${hash}-${address.z}-${address.x}-${address.y}"`;
    const tile = await basemap.tile(address);
    void reply.headers({ ...FOR_GOOD, etag, vary: 'accept-encoding' });
    if (isNamed(request.raw.headers['if-none-match'], etag)) return reply.code(304).send();
    if (tile === undefined) return reply.code(204).send();
    if (coding === 'gzip') void reply.header('content-encoding', 'gzip');
    return reply.header('content-type', MEDIA_TYPE).send(coding === 'gzip' ? tile : await unzipped(tile));
  };
}
