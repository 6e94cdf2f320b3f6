import { FrostWriter } from './frost-writer.js';
import { Tile38Writer } from './tile38-writer.js';
import { WaymarkWriter } from './waymark-writer.js';
import type { Target } from './write-job.js';
import type { Writer } from './writer.js';

export function openWriter(target: Target): Promise<Writer> {
  if (target.kind === 'tile38') return Tile38Writer.open(target.port);
  return Promise.resolve(target.kind === 'frost' ? new FrostWriter(target.url, target.entities) : new WaymarkWriter(target));
}
