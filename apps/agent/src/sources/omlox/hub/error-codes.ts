/** Consequence of a hub's error: a rejected token can be renewed; a missing topic stays unavailable. */
type ErrorKind = 'token' | 'topic' | 'other';

interface KnownError {
  readonly kind: ErrorKind;
  readonly text: string;
}

/** The error codes of the hub's WebSocket interface, each with advice. */
const KNOWN: Readonly<Record<number, KnownError>> = {
  10000: { kind: 'other', text: 'the hub does not know an event of the agent: is it a hub of the omlox interface, version 2?' },
  10001: {
    kind: 'topic',
    text: 'the hub does not know the topic: is it a hub of the omlox interface, version 2? If it has no trackables, set use: locations',
  },
  10002: {
    kind: 'topic',
    text:
      'the hub refused the subscription, or the topic is switched off there: have it switched on; another ' +
      'subscription of the same kind may have to end first',
  },
  10003: { kind: 'other', text: 'the hub refused to end a subscription' },
  10004: { kind: 'token', text: 'the token is not allowed to read this: give the client the right to read the topic, or another token' },
  10005: { kind: 'other', text: 'the hub could not read what the agent sent: is it a hub of the omlox interface, version 2?' },
  10006: { kind: 'token', text: 'the hub does not accept the token, or it has expired: see auth of this source' },
  10007: { kind: 'other', text: "the hub's licence does not allow this, or has run out: ask who operates the hub" },
};

/** An `error` event of a hub. */
export class HubError extends Error {
  override readonly name = 'HubError';

  constructor(
    readonly code: number | undefined,
    readonly kind: ErrorKind,
    message: string,
  ) {
    super(message);
  }
}

const MAX_DESCRIPTION = 200;

/** @param description the hub's text; shortened, and never repeated when it may contain a token */
export function hubError(code: unknown, description: unknown): HubError {
  const number = typeof code === 'number' ? code : undefined;
  const known = number === undefined ? undefined : KNOWN[number];
  const quoted =
    typeof description === 'string' && description !== ''
      ? ` (it said: ${description
          .slice(0, MAX_DESCRIPTION)
          .replaceAll(/[^\x20-\x7e]/g, ' ')
          .replaceAll(/[\w-]{60,}/g, '***')})`
      : '';
  return new HubError(
    number,
    known?.kind ?? 'other',
    `error ${number ?? 'without a code'}: ${known?.text ?? 'the hub gives no code of the interface'}${quoted}`,
  );
}
