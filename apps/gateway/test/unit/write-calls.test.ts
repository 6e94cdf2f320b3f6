import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ElementOutcome } from '#contracts/outcome.js';
import type { Narrowing } from '#identity/caller.js';
import { Problem } from '#problems/problem.js';
import { Admission } from '../../src/checks/admission.js';
import { ElementCheck } from '../../src/checks/element-check.js';
import type { KeyClaim, KnownOperation } from '../../src/services/object-service-client.js';
import { commandRecords, type Operation } from '../../src/writes/command-records.js';
import { ForeignClashes } from '../../src/writes/foreign-clashes.js';
import { OperationIds } from '../../src/writes/operation-ids.js';
import { UpdatesController } from '../../src/writes/updates.controller.js';
import { type TakenCall, WriteCalls, type WriteRoute } from '../../src/writes/write-calls.js';

const MINUTE = 60_000;

/** Keys and operations in memory. Nothing is decided until `decide` is called, so that a repetition may arrive before the outcomes. */
class Backend {
  readonly keys = new Map<string, Omit<KeyClaim, 'first'>>();
  readonly published: Operation[] = [];
  private readonly known = new Map<string, KnownOperation>();

  claim(_workspace: string, key: string, claim: Omit<KeyClaim, 'first'>): Promise<KeyClaim> {
    const there = this.keys.get(key);
    if (there === undefined) this.keys.set(key, claim);
    return Promise.resolve({ ...(there ?? claim), first: there === undefined });
  }

  knownKey(_workspace: string, key: string): Promise<string | undefined> {
    return Promise.resolve(this.keys.get(key)?.operationId);
  }

  operation(_workspace: string, operationId: string): Promise<KnownOperation | undefined> {
    return Promise.resolve(this.known.get(operationId));
  }

  run(operation: Operation): Promise<ElementOutcome[]> {
    this.published.push(structuredClone(operation));
    return Promise.resolve(operation.commands.map(([index, { externalId }]): ElementOutcome => [index, externalId, 'created', 1, false]));
  }

  decide({ operationId, commands, refused, total }: Operation): void {
    const results = commands.map(([index, { externalId }]): ElementOutcome => [index, externalId, 'created', 1, false]);
    this.known.set(operationId, { operationId, complete: true, total, results, refused });
  }
}

let backend: Backend;
let calls: WriteCalls;
beforeEach(() => {
  backend = new Backend();
  calls = new WriteCalls({
    admission: new Admission(10, 1_000_000),
    runner: backend as never,
    ids: new OperationIds('secret'),
    objectService: backend as never,
    clashes: new ForeignClashes(1000, { warn: () => undefined }),
    maxBodyBytes: 1_000_000,
    defaultWaitMs: 1000,
  });
});

const updates = new UpdatesController(
  undefined as never,
  new ElementCheck({ judge: () => undefined }),
  { maxElements: 10 },
  undefined as never,
);
const VALID = { externalId: 'a', locationUpdate: { newPosition: { lat: 1, lon: 2 } } };
const INVALID = { externalId: 'b' };

/** Status and type of the refusal, or the accepted elements. */
async function send(
  elements: unknown[],
  prefer?: string,
  narrowing?: Narrowing,
  limitedCall: unknown = null,
  route: WriteRoute<never> = updates as never,
): Promise<TakenCall | [status: number, type: string]> {
  const headers = { 'idempotency-key': 'k', ...(prefer !== undefined && { prefer }) };
  const raw = Object.assign(Readable.from([Buffer.from(JSON.stringify(elements))]), {
    headers,
    rawHeaders: Object.entries(headers).flat(),
    complete: true,
  });
  try {
    return await calls.take({ raw, limitedCall, caller: { subject: 's', narrowing } } as unknown as FastifyRequest, 'ws', route);
  } catch (error) {
    const { status, type } = error as { status: number; type: string };
    return [status, type];
  }
}

describe('a key whose call was refused as a whole is free', () => {
  it('by a limit of its plan, which is checked before the key is claimed', async () => {
    const spent = {
      maxBodyBytes: Infinity,
      checkElements: () => undefined,
      takeElements: () => Promise.reject(new Problem('rate-limited')),
    };
    expect(await send([VALID], undefined, undefined, spent)).toEqual([429, 'rate-limited']);
    expect([backend.keys.size, backend.published]).toEqual([0, []]);
    expect(await send([{ ...VALID, externalId: 'another' }])).toMatchObject({ published: 1 });
  });

  it('for the same elements without strict handling', async () => {
    expect(await send([VALID, INVALID], 'handling=strict')).toEqual([422, 'invalid']);
    expect(await send([VALID, INVALID])).toMatchObject({ published: 1, refused: [{ index: 1 }] });
  });

  it.each([
    ['strictly', [VALID, INVALID], 'handling=strict'],
    ['element by element', [INVALID, INVALID], undefined],
    ['for its time', [{ ...VALID, observedAt: new Date(Date.now() + 10 * MINUTE).toISOString() }], undefined],
    ['for its length', [], undefined],
  ])('for other elements, when it was refused %s', async (_how, elements, prefer) => {
    await send(elements, prefer);
    expect(backend.keys.size).toBe(0);
    expect(await send([VALID], prefer)).toMatchObject({ published: 1, refused: [] });
  });
});

describe('a key whose call was published', () => {
  it('answers with the first outcomes, also under another Prefer', async () => {
    const first = (await send([VALID])) as TakenCall;
    expect(first.replayed).toBe(false);
    backend.decide(backend.published[0]!);
    for (const prefer of [undefined, 'handling=strict', 'handling=lenient, wait=1'])
      expect(await send([VALID], prefer)).toMatchObject({ publicId: first.publicId, outcomes: first.outcomes, replayed: true });
    expect(backend.published).toHaveLength(1);
  });

  it('is kept by a call that is refused as a whole', async () => {
    const first = (await send([VALID, INVALID])) as TakenCall;
    backend.decide(backend.published[0]!);
    expect(await send([VALID, INVALID], 'handling=strict')).toEqual([422, 'invalid']);
    expect(await send([VALID, INVALID])).toMatchObject({ publicId: first.publicId, refused: [{ index: 1 }] });
    expect(await send([VALID])).toEqual([422, 'idempotency-key-reused']);
  });

  it.each([undefined, 'handling=strict'])(
    'is published again as first validated, while its outcome is unknown (Prefer: %s)',
    async (prefer) => {
      // First sent a while ago, when the second element was too far in the future.
      const early = { ...VALID, externalId: 'early', observedAt: new Date(Date.now() + 4 * MINUTE).toISOString() };
      const now = Date.now;
      try {
        Date.now = () => now() - 2 * MINUTE;
        await send([VALID, early]);
      } finally {
        Date.now = now;
      }
      expect(backend.published).toMatchObject([{ total: 2, refused: [{ index: 1, code: 'observed-in-future' }] }]);
      expect(await send([VALID, early], prefer)).toMatchObject({ published: 1, refused: [{ index: 1, code: 'observed-in-future' }] });
      expect(backend.published[1]).toEqual(backend.published[0]);
    },
  );

  it('of a single object answers as before at a gateway whose clock is an hour behind', async () => {
    const now = Date.now;
    const route: WriteRoute<never> = {
      name: 'edit',
      parse: (body) => body as never,
      check: (_parsed, receivedAt) => {
        if (receivedAt < now() - 5 * MINUTE)
          throw new Problem('invalid', 'too early', { errors: [], members: { code: 'observed-in-future' } });
        return { commands: [[0, VALID as never]], refused: [] };
      },
    };
    const first = (await send([], undefined, undefined, null, route)) as TakenCall;
    backend.decide(backend.published[0]!);
    try {
      Date.now = () => now() - 60 * MINUTE;
      expect(await send([], undefined, undefined, null, route)).toMatchObject({ publicId: first.publicId, replayed: true });
      backend.keys.clear();
      expect(await send([], undefined, undefined, null, route)).toEqual([422, 'invalid']);
    } finally {
      Date.now = now;
    }
  });

  it.each([undefined, 'handling=strict'])('answers as before at a gateway whose clock is an hour behind (Prefer: %s)', async (prefer) => {
    const now = Date.now;
    const timed = { ...VALID, observedAt: new Date(now()).toISOString() };
    const first = (await send([timed], prefer)) as TakenCall;
    backend.decide(backend.published[0]!);
    try {
      Date.now = () => now() - 60 * MINUTE;
      expect(await send([timed], prefer)).toMatchObject({
        publicId: first.publicId,
        outcomes: first.outcomes,
        refused: [],
        replayed: true,
      });
      expect(await send([{ ...timed, externalId: 'another' }], prefer)).toEqual([422, 'idempotency-key-reused']);
    } finally {
      Date.now = now;
    }
    expect(backend.published).toHaveLength(1);
  });
});

it('a change of any kind that was decided after its workspace moved gets 503, so that clients send it again', async () => {
  backend.run = ({ commands }) =>
    Promise.resolve(commands.map(([index, { externalId }]): ElementOutcome => [index, externalId, 'rejected', 'workspace-moved', 'moved']));
  expect(await send([VALID])).toEqual([503, 'unavailable']);
});

describe('a narrowed token', () => {
  const fields = [
    { type: 'Number', field: 'speed', value: 1 },
    { type: 'Number', field: 'battery', value: 2 },
  ];

  it('publishes only the elements inside, with its types, and gets refusals for the rest', async () => {
    const taken = await send([VALID, { ...VALID, externalId: 'b-1' }, { externalId: 'a-2', fieldValues: fields }], undefined, {
      idPrefix: 'a',
      fields: ['speed'],
      types: ['crane'],
    });
    expect(taken).toMatchObject({
      published: 1,
      refused: [
        {
          index: 1,
          externalId: 'b-1',
          code: 'outside-token',
          pointer: '/1/externalId',
          detail: 'The token is limited to ids that begin with "a".',
        },
        {
          index: 2,
          externalId: 'a-2',
          code: 'outside-token',
          pointer: '/2/fieldValues/1/field',
          detail: 'The token is limited to the fields "speed".',
        },
      ],
    });
    expect(backend.published).toMatchObject([{ commands: [[0, { externalId: 'a' }]], objectTypes: ['crane'] }]);
  });

  it('cannot use the key of another token, whose outcomes it may not see', async () => {
    expect(await send([VALID])).toMatchObject({ published: 1 });
    expect(await send([VALID], undefined, { idPrefix: 'a' })).toEqual([422, 'idempotency-key-reused']);
  });

  it('adds nothing to the commands of others', async () => {
    await send([VALID]);
    expect(JSON.stringify(commandRecords(backend.published[0]!, 't', 3, null).records)).not.toContain('objectTypes');
  });
});
