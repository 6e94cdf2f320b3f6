import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Basemap } from './files/basemap.js';
import { ASKED_EACH_TIME } from './files/kept-for.js';
import type { SignInProvider } from './sign-in-provider.js';
import type { StreetMap } from './street-map.js';

/** What the app asks for first. */
export interface AppSettingsAnswer {
  /** Template of the tiles' addresses; null: none were built here. */
  basemap: { tiles: string; maxZoom: number } | null;
  /** Null: the operator has set none. */
  streetMap: StreetMap | null;
  signIn: { password: boolean; provider: boolean };
  /** Of Waymark. */
  version: string;
  /** Whether other pages may show the app in a frame. */
  embedding: boolean;
}

export interface AppSettingsParts {
  basemap: Basemap | undefined;
  streetMap: StreetMap | null;
  provider: Pick<SignInProvider, 'isSet'>;
  version: string;
  embedding: boolean;
}

/** `GET /app/settings.json`: what this installation has set for the app. Holds nothing that a stranger may not know. */
export class AppSettingsDoor {
  constructor(private readonly parts: AppSettingsParts) {}

  readonly handle = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { basemap, streetMap, provider, version, embedding } = this.parts;
    const answer: AppSettingsAnswer = {
      basemap: basemap === undefined ? null : { tiles: `/app/basemap/${basemap.hash}/{z}/{x}/{y}`, maxZoom: basemap.maxZoom },
      streetMap,
      signIn: { password: true, provider: await provider.isSet() },
      version,
      embedding,
    };
    return reply.headers(ASKED_EACH_TIME).send(answer);
  };
}
