import { type ElementLimits, elementLimits } from '#contracts/dto/element-limits.js';
import type { Config } from '../config.js';
import { elementLimitsOf } from '../ingest/ingest-settings.js';

/** What the document says of sizes and times, as this installation has set them. */
export interface InterfaceLimits extends ElementLimits {
  elements: number;
  bodyBytes: number;
  pictureBytes: number;
  defaultWaitSeconds: number;
}

export function interfaceLimits(config: Config): InterfaceLimits {
  return {
    ...elementLimits,
    ...elementLimitsOf(config),
    elements: config.maxElements,
    bodyBytes: config.maxBodyBytes,
    pictureBytes: config.maxPictureBytes,
    defaultWaitSeconds: config.defaultWaitSeconds,
  };
}
