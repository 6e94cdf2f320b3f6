import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG } from '#service/tokens.js';
import { productVersion } from '#settings/product-version.js';
import type { FoundArchive } from '#tile-archives/archive-folder.js';
import type { ArchiveFacts } from '#tile-archives/tile-archive.js';
import type { Config } from '../configuration/config.js';
import { Basemap } from './files/basemap.js';
import { REVALIDATED } from './files/kept-for.js';
import { StreetMaps } from './files/street-maps.js';
import { SignInProvider } from './sign-in-provider.js';
import { type ConfiguredStreetMap, type RasterTiles, type StreetMap, streetMapOf } from './street-map.js';

/** The settings that the app requests first. */
export interface AppSettingsAnswer {
  /** URL template of the tiles; null: this gateway has no basemap. */
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

/** A street map from one file. */
export interface StreetTiles extends PublicArchiveFacts {
  name: string;
  /** URL template of the tiles. */
  tiles: string;
}

type PublicArchiveFacts = Pick<ArchiveFacts, 'schema' | 'minZoom' | 'maxZoom' | 'attribution' | 'bounds'>;

/** This installation's settings for the app. Public, so they contain nothing confidential. */
@Controller()
export class AppSettingsController {
  private readonly maps: ConfiguredStreetMap;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Basemap) private readonly basemap: Basemap | undefined,
    private readonly streets: StreetMaps,
    private readonly provider: SignInProvider,
  ) {
    this.maps = streetMapOf(config);
  }

  @Get('app/settings.json')
  async read(@Res() reply: FastifyReply): Promise<FastifyReply> {
    const { basemap, streets, provider, maps } = this;
    const answer: AppSettingsAnswer = {
      basemap: basemap === undefined ? null : { tiles: tilesOf(basemap.hash), maxZoom: basemap.maxZoom },
      streets: (await streets.all()).map(streetTilesOf),
      streetMap: maps.map,
      satellite: maps.satellite,
      signIn: { password: true, provider: await provider.isSet() },
      version: productVersion(),
      embedding: this.config.appFrameAncestors.length > 0,
    };
    return reply.headers(REVALIDATED).send(answer);
  }
}

const tilesOf = (hash: string): string => `/app/basemap/${hash}/{z}/{x}/{y}`;

function streetTilesOf({ name, hash, archive }: FoundArchive): StreetTiles {
  const { schema, minZoom, maxZoom, bounds, attribution } = archive.facts;
  return { name, tiles: tilesOf(hash), schema, minZoom, maxZoom, bounds, attribution };
}
