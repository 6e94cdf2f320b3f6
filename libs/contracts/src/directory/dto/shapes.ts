import { Shaped } from '../../dto/pattern-rule.js';
import { Time } from '../../dto/time-rule.js';
import { WORKSPACE_ID } from '../workspace-id.js';

/** No control characters or lone surrogates, not blank. */
const name = (max: number): string => `^(?=[^]*\\S)[^\\p{Cc}\\p{Cs}]{1,${max}}$`;

export const WorkspaceId = (options?: { each?: boolean }): PropertyDecorator =>
  Shaped(WORKSPACE_ID, 'must be alphanumeric with 1…64 characters', options);
/** A line of text written by people. @param max characters */
export const LineOfText = (max: number): PropertyDecorator =>
  Shaped(name(max), `must be a text of 1…${max} characters, not blank, without control characters`);
/** Text that may contain line breaks and tabs. @param max characters */
export const LinesOfText = (max: number): PropertyDecorator =>
  Shaped(
    `^(?=[^]*\\S)(?:[^\\p{Cc}\\p{Cs}]|[\\n\\t]){1,${max}}$`,
    `must be a text of 1…${max} characters, not blank, without control characters other than line breaks and tabs`,
  );
/** A UUID in lower case, with hyphens. */
export const Uuid = (options?: { each?: boolean }): PropertyDecorator =>
  Shaped('^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'must be a UUID in lower case', options);
export const HumanName = (): PropertyDecorator =>
  Shaped(name(128), 'must be a text of 1…128 characters, not blank, without control characters');
export const PLAN_NAME = '^[a-z][a-z0-9-]{0,63}$';
export const PlanName = (): PropertyDecorator =>
  Shaped(PLAN_NAME, 'must be a lower-case letter, then letters, digits or -, at most 64 characters');
/** At most 64 bytes before the @ and 254 in total (RFC 5321, 4.5.3.1). `operator@localhost` is valid. */
export const EmailAddress = (): PropertyDecorator =>
  Shaped('^(?=.{3,254}$)[^\\s@\\p{C}]{1,64}@[^\\s@\\p{C}]+$', 'must be an e-mail address of at most 254 characters');
/** A password as people choose it (NIST SP 800-63B): any characters, no rules of composition. */
export const NewPassword = (): PropertyDecorator =>
  Shaped('^[^\\p{Cc}\\p{Cs}]{12,256}$', 'must have 12…256 characters, none of them a control character');
export const GivenPassword = (): PropertyDecorator => Shaped('^[^]{1,256}$', 'must be a text of 1…256 characters');
/** 256 random bits in base64url: refresh tokens, one-time links and codes. */
export const OpaqueSecret = (): PropertyDecorator =>
  Shaped('^[A-Za-z0-9_-]{43}$', 'must be copied exactly as issued: 43 characters of A–Z, a–z, 0–9, - and _');
/** Text as in ids, types and fields; may be blank. */
export const PlainText = (options?: { each?: boolean }): PropertyDecorator =>
  Shaped('^[^\\p{Cc}\\p{Cs}]{1,256}$', 'must be a text of 1…256 characters without control characters', options);
export const ShortText = (options?: { each?: boolean }): PropertyDecorator =>
  Shaped(name(256), 'must be a text of 1…256 characters, not blank, without control characters', options);
const inUtc = Shaped(
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?Z$',
  'must be a time such as 2026-11-25T18:30:00Z',
);
const existing = Time();
/** A time in UTC, from 1970 on. */
export const Instant = (): PropertyDecorator => (target, property) => {
  inUtc(target, property);
  existing(target, property);
};
