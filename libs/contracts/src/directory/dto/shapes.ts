import { Shaped } from '../../dto/pattern-rule.js';

/** No control characters or lone surrogates, not blank. */
const name = (max: number): string => `^(?=[^]*\\S)[^\\p{Cc}\\p{Cs}]{1,${max}}$`;

export const WorkspaceId = (options?: { each?: boolean }): PropertyDecorator => Shaped('^[A-Za-z0-9]{1,64}$', 'must be alphanumeric with 1…64 characters', options);
export const HumanName = (): PropertyDecorator => Shaped(name(128), 'must be a text of 1…128 characters, not blank, without control characters');
export const PlanName = (): PropertyDecorator => Shaped('^[a-z][a-z0-9-]{0,63}$', 'must be a lower-case letter, then letters, digits or -, at most 64 characters');
export const ShortText = (options?: { each?: boolean }): PropertyDecorator => Shaped(name(256), 'must be a text of 1…256 characters, not blank, without control characters', options);
