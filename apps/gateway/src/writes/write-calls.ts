import type { FastifyRequest } from 'fastify';
import type { RefusedElement } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { timeOf, uuidV7 } from '#contracts/uuid-v7.js';
import type { Narrowing } from '#identity/caller.js';
import { narrowingKey } from '#identity/narrowing.js';
import { ELEMENT_CODES } from '#object-rules/element-codes.js';
import { Problem } from '#problems/problem.js';
import type { Admission, Admitted } from '../checks/admission.js';
import { readBody } from '../checks/body-bytes.js';
import type { CallOrigin, CheckedElements } from '../checks/element-check.js';
import type { ElementWarning } from '../checks/field-watch.js';
import { type Preferences, preferencesOf } from '../checks/prefer.js';
import type { KnownOperation, ObjectServiceClient } from '../services/object-service-client.js';
import type { ForeignClashes } from './foreign-clashes.js';
import { claimKey, commandKey, idempotencyKeyOf, keyHashOf, keysUnavailable } from './idempotency-key.js';
import { wasMovedAway } from './moved-away.js';
import type { OperationIds } from './operation-ids.js';
import type { OperationRunner } from './operation-runner.js';

/** The differences between the routes that write. */
export interface WriteRoute<Parsed> {
  /** Method, path and condition: a repetition under an Idempotency-Key must have the same. */
  name: string;
  /** @throws Problem 400, 415, 422; 503 where it asks another service */
  parse(body: Buffer): Parsed | Promise<Parsed>;
  /** @throws Problem 422 when the whole call is refused */
  check(parsed: Parsed, receivedAt: number, preferences: Preferences, origin: CallOrigin): CheckedElements;
  /**
   * Stores what the commands need before they are published. Repeated with a repetition. @throws Problem when it fails,
   * and nothing is published
   */
  before?(commands: CheckedElements['commands'], body: Buffer): Promise<void>;
  /** For bodies that are not elements: the size limit, and the message for a larger one. */
  body?: { maxBytes: number; tooLarge: string };
}

export interface TakenCall {
  /** Null: nothing was published, since every element was refused. */
  publicId: string | null;
  /** True: its Idempotency-Key stands for an earlier call, and this is the answer to that call. */
  replayed?: boolean;
  /** Undefined: they are in the log, and will be decided. */
  outcomes: ElementOutcome[] | undefined;
  refused: readonly RefusedElement[];
  /** Only in the answer, not in a later look-up of the operation. */
  warnings?: readonly ElementWarning[];
  /** Elements that went to the log. */
  published: number;
  preferences: Preferences;
}

export interface WriteCallsOptions {
  admission: Admission;
  runner: OperationRunner;
  ids: OperationIds;
  objectService: ObjectServiceClient;
  clashes: ForeignClashes;
  maxBodyBytes: number;
  defaultWaitMs: number;
}

/**
 * The steps of every call that writes: admit, read, parse, check, claim the key, publish, wait.
 *
 * The check precedes the claim: a call that is refused as a whole, by `handling=strict` or because no element is valid,
 * publishes nothing and leaves its Idempotency-Key as it was, free or taken. Once a call was published under the key, each
 * repetition that passes the check gets that call's outcomes, even with another Prefer, which need not be equal.
 * A repetition of an accepted call passes the check again, since an `observedAt` only gets less early. Where the clock of this
 * gateway is behind that of the first, it is checked at the time of the first call. If the workspace changed the definition of a
 * field between the two, a repetition is checked by the newer one: it may report an element as refused that was applied the first
 * time.
 */
export class WriteCalls {
  constructor(private readonly options: WriteCallsOptions) {}

  /** @throws Problem */
  async take<Parsed>(request: FastifyRequest, workspace: string, route: WriteRoute<Parsed>): Promise<TakenCall> {
    const { admission, clashes } = this.options;
    const { tokenId } = request.caller;
    clashes.check(tokenId, Date.now());
    const admitted = admission.enter();
    try {
      const taken = await this.admittedCall(request, workspace, route, admitted);
      clashes.note(tokenId, taken.outcomes, Date.now());
      // Clients send a call again by themselves after a 503, and not after a refused element.
      if (taken.outcomes && wasMovedAway(taken.outcomes))
        throw new Problem('unavailable', ELEMENT_CODES['workspace-moved'], { headers: { 'retry-after': '1' } });
      return taken;
    } finally {
      admitted.leave();
    }
  }

  private async admittedCall<Parsed>(
    request: FastifyRequest,
    workspace: string,
    route: WriteRoute<Parsed>,
    admitted: Admitted,
  ): Promise<TakenCall> {
    const { raw } = request;
    const { runner, ids, objectService, defaultWaitMs } = this.options;
    const { narrowing, subject } = request.caller;
    const origin: CallOrigin = { workspace, narrowing };
    const preferences = preferencesOf(raw.headers['prefer'], defaultWaitMs);
    const givenKey = idempotencyKeyOf(raw);
    const limited = request.limitedCall;
    const body = await this.bodyOf(request, route.body, admitted);
    const parsed = await route.parse(body);
    limited?.checkElements(Array.isArray(parsed) ? parsed.length : 1);
    const check = (at: number, strict = preferences.strict) => route.check(parsed, at, { ...preferences, strict }, origin);
    let receivedAt = Date.now();
    let checked = await this.checked(check, receivedAt, workspace, givenKey);
    if (checked.commands.length === 0) return nothingPublished(checked, preferences);
    await limited?.takeElements(checked.commands.length + checked.refused.length, body.length);
    await route.before?.(checked.commands, body);
    let operationId = uuidV7(receivedAt);
    let replayed = false;
    const key = givenKey === undefined ? undefined : commandKey(givenKey, nameFor(route.name, narrowing), body);
    if (key !== undefined) {
      const claimed = await claimKey(objectService, workspace, key, operationId);
      if (claimed.repeated) {
        operationId = claimed.operationId;
        replayed = true;
        const known = await this.known(workspace, operationId);
        if (known?.complete === true)
          return {
            publicId: ids.publicId(operationId, workspace, narrowing),
            replayed,
            outcomes: known.results,
            refused: known.refused,
            warnings: checked.warnings,
            published: known.results.length,
            preferences,
          };
        // Time-dependent checks use the time of the first call; strict handling would find nothing, or was not requested.
        receivedAt = timeOf(operationId);
        checked = check(receivedAt, false);
        if (checked.commands.length === 0) return nothingPublished(checked, preferences);
      }
    }
    const { commands, refused } = checked;
    const operation = {
      operationId,
      workspace,
      subject,
      receivedAt,
      total: commands.length + refused.length,
      commands,
      refused,
      objectTypes: narrowing?.types,
      key,
    };
    const outcomes = await runner.run(operation, preferences.waitMs);
    return {
      publicId: ids.publicId(operationId, workspace, narrowing),
      replayed,
      outcomes,
      refused,
      warnings: checked.warnings,
      published: commands.length,
      preferences,
    };
  }

  /**
   * A call that is refused as too early, and has a key, may be the repetition of one that another gateway accepted by its own clock.
   * Then it is checked at the time of that call, and claims the key like any other.
   */
  private async checked(
    check: (at: number, strict?: boolean) => CheckedElements,
    now: number,
    workspace: string,
    key: string | undefined,
  ): Promise<CheckedElements> {
    let result: CheckedElements | Problem;
    try {
      result = check(now);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      result = error;
    }
    if (key !== undefined && isTooEarly(result)) {
      const first = await this.options.objectService.knownKey(workspace, keyHashOf(key)).catch(keysUnavailable);
      if (first !== undefined) return check(timeOf(first), false);
    }
    if (result instanceof Problem) throw result;
    return result;
  }

  /** @throws Problem 413 that names the plan where it is the plan that allows less */
  private bodyOf({ raw, limitedCall }: FastifyRequest, body: WriteRoute<unknown>['body'], admitted: Admitted): Promise<Buffer> {
    const maxBodyBytes = body?.maxBytes ?? this.options.maxBodyBytes;
    if (!limitedCall || limitedCall.maxBodyBytes >= maxBodyBytes) return readBody(raw, maxBodyBytes, admitted, body?.tooLarge);
    return readBody(raw, limitedCall.maxBodyBytes, admitted).catch((error: unknown) => {
      throw error instanceof Problem && error.type === 'body-too-large' ? limitedCall.tooLarge() : error;
    });
  }

  /** Publishing again under the same operation is safe, so no answer is treated as "nothing known". */
  private async known(workspace: string, operationId: string): Promise<KnownOperation | undefined> {
    try {
      return await this.options.objectService.operation(workspace, operationId);
    } catch {
      return undefined;
    }
  }
}

const hasCode = ({ code }: { code?: unknown }): boolean => code === 'observed-in-future';

/** Whether nothing is left of a call, for the time of an element among other reasons. */
function isTooEarly(result: CheckedElements | Problem): boolean {
  if (!(result instanceof Problem)) return result.commands.length === 0 && result.refused.some(hasCode);
  const { errors = [], members = {} } = result.extras;
  return [members, ...errors].some(hasCode);
}

/** Under another narrowing it is another call: its outcomes may concern objects that this token may not see. */
function nameFor(name: string, narrowing: Narrowing | undefined): string {
  return narrowing === undefined ? name : `${name} ${narrowingKey(narrowing)}`;
}

function nothingPublished({ refused }: CheckedElements, preferences: Preferences): TakenCall {
  return { publicId: null, outcomes: [], refused, published: 0, preferences };
}
