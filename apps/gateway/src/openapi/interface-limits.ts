import { type ElementLimits, elementLimits } from '#contracts/dto/element-limits.js';
import type { Config } from '../configuration/config.js';
import { elementLimitsOf } from '../configuration/ingest-settings.js';

/** The sizes and times in the document, from the settings of this installation. */
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
