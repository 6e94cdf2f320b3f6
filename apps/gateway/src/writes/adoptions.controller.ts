import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { ValidateFunction } from 'ajv';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compileSchema } from '#contracts/schemas/compiled-schema.js';
import { ADOPTION_SCHEMA } from '#contracts/schemas/internal-schemas.js';
import type { ObjectAdoption } from '#object-rules/command.js';
import { Problem } from '#problems/problem.js';
import { CONFIG } from '#service/tokens.js';
import { checkJsonType } from '../checks/content-type.js';
import type { CheckedElements } from '../checks/element-check.js';
import { parseJsonBody } from '../checks/json-body.js';
import type { Config } from '../configuration/config.js';
import { answerOf } from './answer.js';
import { sendJson, sendPending } from './replies.js';
import { WriteCalls, type WriteRoute } from './write-calls.js';

/** Accepts the objects of a workspace that is being moved here, as commands on the same log as all others. */
@Controller()
export class AdoptionsController implements WriteRoute<unknown[]> {
  readonly name = 'adopt';
  /** Compiled for the first call. */
  private isAdoption: ValidateFunction<ObjectAdoption> | undefined;

  constructor(
    private readonly calls: WriteCalls,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxElements'>,
  ) {}

  @Post('operator/workspaces/:workspaceId/adoptions')
  async adopt(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    checkJsonType(request.raw);
    const { workspaceId } = request.params as { workspaceId: string };
    const taken = await this.calls.take(request, workspaceId, this);
    const { publicId, outcomes, refused, preferences } = taken;
    if (outcomes === undefined) return sendPending(reply, workspaceId, taken);
    return sendJson(reply, 200, answerOf(publicId, outcomes, refused).body, preferences);
  }

  parse(body: Buffer): unknown[] {
    const value = parseJsonBody(body);
    if (!Array.isArray(value) || value.length === 0)
      throw new Problem('not-an-array', 'The body must be a JSON array of changes that is not empty.');
    return value;
  }

  check(elements: unknown[]): CheckedElements {
    const { maxElements } = this.config;
    if (elements.length > maxElements)
      throw new Problem('invalid', `The array has ${elements.length} elements; send at most ${maxElements} per call.`, {
        errors: [{ pointer: '', detail: `must have at most ${maxElements} elements` }],
      });
    const isAdoption = (this.isAdoption ??= compileSchema<ObjectAdoption>(ADOPTION_SCHEMA));
    const commands = elements.map((element, index): [number, ObjectAdoption] => {
      if (isAdoption(element) && isStorable(element.externalId)) return [index, element];
      const fault = isAdoption.errors?.[0];
      const pointer = `/${index}${fault?.instancePath ?? '/externalId'}`;
      throw new Problem('invalid', `Element ${index} is not a change of an object; nothing of this call was applied.`, {
        errors: [{ pointer, detail: fault?.message ?? 'contains a character that is not allowed in ids' }],
      });
    });
    return { commands, refused: [] };
  }
}

const isStorable = (id: string): boolean => id.isWellFormed() && !id.includes('\0');
