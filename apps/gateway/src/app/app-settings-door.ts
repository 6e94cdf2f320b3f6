import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundArchive } from '#tile-archives/archive-folder.js';
import type { ArchiveFacts } from '#tile-archives/tile-archive.js';
import type { Basemap } from './files/basemap.js';
import { ASKED_EACH_TIME } from './files/kept-for.js';
import type { StreetMaps } from './files/street-maps.js';
import type { SignInProvider } from './sign-in-provider.js';
import type { RasterTiles, StreetMap } from './street-map.js';

/** The settings that the app requests first. */
export interface AppSettingsAnswer {
  /** Template of the tiles' addresses; null: no basemap was built here. */
  basemap: { tiles: string; maxZoom: number } | null;
  /** Street maps that this installation serves itself: the included one, and those that the operator added. */
  streets: StreetTiles[];
  /** Null: the operator has configured none. */
  streetMap: StreetMap | null;
  /** Satellite or aerial images; null: the operator has configured none. */
  satellite: RasterTiles | null;
  signIn: { password: boolean; provider: boolean };
  /** Version of Waymark. */
  version: string;
  /** Whether other pages may show the app in a frame. */
  embedding: boolean;
}

/** Tiles of one file. */
export interface StreetTiles extends ArchiveFactsTold {
  name: string;
  /** Template of the tiles' addresses. */
  tiles: string;
}

type ArchiveFactsTold = Pick<ArchiveFacts, 'schema' | 'minZoom' | 'maxZoom' | 'attribution' | 'bounds'>;

export interface AppSettingsParts {
  basemap: Basemap | undefined;
  streets: Pick<StreetMaps, 'all'>;
  streetMap: StreetMap | null;
  satellite: RasterTiles | null;
  provider: Pick<SignInProvider, 'isSet'>;
  version: string;
  embedding: boolean;
}

/** `GET /app/settings.json`: this installation's settings for the app. Holds nothing confidential. */
export class AppSettingsDoor {
  constructor(private readonly parts: AppSettingsParts) {}

  readonly handle = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { basemap, streets, streetMap, satellite, provider, version, embedding } = this.parts;
    const answer: AppSettingsAnswer = {
      basemap: basemap === undefined ? null : { tiles: tilesOf(basemap.hash), maxZoom: basemap.maxZoom },
      streets: (await streets.all()).map(toldOf),
      streetMap,
      satellite,
      signIn: { password: true, provider: await provider.isSet() },
      version,
      embedding,
    };
    return reply.headers(ASKED_EACH_TIME).send(answer);
  };
}

const tilesOf = (hash: string): string => `/app/basemap/${hash}/{z}/{x}/{y}`;

function toldOf({ name, hash, archive }: FoundArchive): StreetTiles {
  const { schema, minZoom, maxZoom, bounds, attribution } = archive.facts;
  return { name, tiles: tilesOf(hash), schema, minZoom, maxZoom, bounds, attribution };
}
