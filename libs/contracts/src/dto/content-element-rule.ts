import { ValidateBy } from 'class-validator';
import type { RuleFault } from './field-value-rule.js';
import { describeRule } from './rule-schemas.js';

/** The kinds of content elements; docs/codes.md describes each. */
export const CONTENT_KINDS = ['link', 'map', 'poll', 'field', 'checklist', 'on-scan'];

export const TARGET_RULE = 'targetOfKind';

const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:'];

/**
 * Why a target does not fit the kind of its element. Readers of the topics and webhooks get targets unchanged, so a link that would run a
 * script, or that hides its host behind a password, is refused here. A link without a target is allowed.
 */
export function targetFault(kind: unknown, target: unknown): RuleFault | undefined {
  if (kind !== 'link' || typeof target !== 'string' || target.trim() === '' || isLink(target.trim())) return undefined;
  return {
    path: [],
    detail: 'must be an absolute http, https, mailto or tel URL without user name and password, because kind is link',
  };
}

function isLink(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname, pathname } = new URL(text);
  if (!LINK_PROTOCOLS.includes(protocol) || username !== '' || password !== '') return false;
  return (protocol.startsWith('http') ? hostname : pathname) !== '';
}

/** The form that the element's `kind` requires. */
export function TargetOfKind(): PropertyDecorator {
  return ValidateBy({
    name: TARGET_RULE,
    validator: { validate: (target, args) => targetFault((args!.object as { kind?: unknown }).kind, target) === undefined },
  });
}

describeRule(TARGET_RULE, () => ({ [TARGET_RULE]: true }));
