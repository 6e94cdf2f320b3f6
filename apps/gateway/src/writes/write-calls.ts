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
  /** Method, path and condition, which must be the same in a repetition under an Idempotency-Key. */
  name: string;
  /** @throws Problem 400, 415, 422; 503 if it needs another service */
  parse(body: Buffer): Parsed | Promise<Parsed>;
  /** @throws Problem 422 when the whole call is refused */
  check(parsed: Parsed, receivedAt: number, preferences: Preferences, origin: CallOrigin): CheckedElements;
  /**
   * Stores data that the commands need before they are published; runs again for a repetition.
   * @throws Problem when it fails; then nothing is published
   */
  before?(commands: CheckedElements['commands'], body: Buffer): Promise<void>;
  /** For bodies that are not elements: the size limit, and the message for a larger one. */
  body?: { maxBytes: number; tooLarge: string };
}

export interface TakenCall {
  /** Null if nothing was published, since every element was refused. */
  publicId: string | null;
  /** True if the Idempotency-Key stands for an earlier call, whose answer this is. */
  replayed?: boolean;
  /** Undefined if the elements are on the log but not decided yet. */
  outcomes: ElementOutcome[] | undefined;
  refused: readonly RefusedElement[];
  /** Included in the answer only, not in a later look-up of the operation. */
  warnings?: readonly ElementWarning[];
  /** Number of published elements. */
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
 * repetition that passes the check gets that call's outcomes, even with another Prefer header. A repetition of an accepted call passes
 * the check again, since an `observedAt` that was not too far in the future then is not later either. If the clock of this gateway is
 * behind that of the first one, the repetition is checked at the time of the first call. If the workspace changed the definition of a
 * field in between, a repetition is checked by the newer one, and may report an element as refused that was applied the first time.
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
      // As a 503, since clients repeat a call automatically after that, but not after a refused element.
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
        // Check again at the time of the first call; strict handling would find nothing, or was not requested.
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
   * Checks the elements. A call with a key whose elements are too far in the future may be the repetition of one that another gateway
   * accepted by its own clock. It is then checked at the time of that call, and claims the key like any other.
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

  /** @throws Problem 413; with the name of the plan if the plan's limit is the lower one */
  private bodyOf({ raw, limitedCall }: FastifyRequest, body: WriteRoute<unknown>['body'], admitted: Admitted): Promise<Buffer> {
    const maxBodyBytes = body?.maxBytes ?? this.options.maxBodyBytes;
    if (!limitedCall || limitedCall.maxBodyBytes >= maxBodyBytes) return readBody(raw, maxBodyBytes, admitted, body?.tooLarge);
    return readBody(raw, limitedCall.maxBodyBytes, admitted).catch((error: unknown) => {
      throw error instanceof Problem && error.type === 'body-too-large' ? limitedCall.tooLarge() : error;
    });
  }

  /** The operation, if it is known. No answer counts as unknown, since publishing again under the same operation is safe. */
  private async known(workspace: string, operationId: string): Promise<KnownOperation | undefined> {
    try {
      return await this.options.objectService.operation(workspace, operationId);
    } catch {
      return undefined;
    }
  }
}

const hasCode = ({ code }: { code?: unknown }): boolean => code === 'observed-in-future';

/** Whether a call is refused as a whole, and at least one element for being too far in the future. */
function isTooEarly(result: CheckedElements | Problem): boolean {
  if (!(result instanceof Problem)) return result.commands.length === 0 && result.refused.some(hasCode);
  const { errors = [], members = {} } = result.extras;
  return [members, ...errors].some(hasCode);
}

/** Adds the narrowing to the name: the outcomes of a call with another narrowing may concern objects that this token may not see. */
function nameFor(name: string, narrowing: Narrowing | undefined): string {
  return narrowing === undefined ? name : `${name} ${narrowingKey(narrowing)}`;
}

function nothingPublished({ refused }: CheckedElements, preferences: Preferences): TakenCall {
  return { publicId: null, outcomes: [], refused, published: 0, preferences };
}
