import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { CONFIG } from '#service/tokens.js';
import { checkJsonType } from '../checks/content-type.js';
import { type CallOrigin, type CheckedElements, ElementCheck } from '../checks/element-check.js';
import { parseJsonBody } from '../checks/json-body.js';
import type { Preferences } from '../checks/prefer.js';
import type { Config } from '../configuration/config.js';
import { answerOf } from './answer.js';
import { nameOperation, sendJson, sendPending } from './replies.js';
import { WriteCalls, type WriteRoute } from './write-calls.js';
import { WriteMetrics } from './write-metrics.js';

const MAX_LISTED = 100;

/** Updates of many objects. */
@Controller()
export class UpdatesController implements WriteRoute<unknown[]> {
  readonly name = 'update';

  constructor(
    private readonly calls: WriteCalls,
    private readonly elements: ElementCheck,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxElements'>,
    private readonly metrics: WriteMetrics,
  ) {}

  @Post('groups/:groupID/externalObjects')
  async update(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    checkJsonType(request.raw);
    const workspace = (request.params as { groupID: string }).groupID;
    const taken = await this.calls.take(request, workspace, this);
    const { publicId, outcomes, refused, warnings, preferences } = taken;
    this.metrics.count(taken);
    if (outcomes === undefined) return sendPending(reply, workspace, taken);
    nameOperation(reply, taken);
    const { status, body } = answerOf(publicId, outcomes, refused, warnings);
    return sendJson(reply, status, body, preferences);
  }

  parse(body: Buffer): unknown[] {
    const value = parseJsonBody(body);
    if (!Array.isArray(value))
      throw new Problem(
        'not-an-array',
        'The body must be a JSON array of updates, also for a single one: [{ … }]. This is ' +
          `${value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`}.`,
      );
    return value;
  }

  check(elements: unknown[], receivedAt: number, preferences: Preferences, origin: CallOrigin): CheckedElements {
    if (elements.length === 0)
      throw new Problem('invalid', 'The array is empty; send at least one update.', {
        errors: [{ pointer: '', detail: 'must not be empty' }],
      });
    const { maxElements } = this.config;
    if (elements.length > maxElements) {
      throw new Problem('invalid', `The array has ${elements.length} elements; send at most ${maxElements} per call.`, {
        errors: [{ pointer: '', detail: `must have at most ${maxElements} elements` }],
      });
    }
    const checked = this.elements.all(elements, receivedAt, origin);
    if (preferences.strict && checked.refused.length > 0) throw strictRefusal(checked);
    return checked;
  }
}

function strictRefusal({ refused }: CheckedElements): Problem {
  const errors = refused.slice(0, MAX_LISTED).map(({ pointer, detail, code }) => ({ pointer: pointer ?? '', detail, code }));
  return new Problem(
    'invalid',
    `${refused.length} of the elements ${refused.length === 1 ? 'is' : 'are'} not valid, and Prefer: handling=strict was sent; ` +
      'nothing of this call was applied.',
    {
      errors,
      headers: { 'preference-applied': 'handling=strict' },
    },
  );
}
