import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import { isUuid } from '../../http/uuid-of.js';
import { MachineTokens } from './machine-tokens.js';

const MAX_USES = 10_000;

/** Receives reports of gateways, about once a minute, of when tokens were last used. */
@Controller('internal/token-uses')
export class TokenUsesController {
  constructor(private readonly tokens: MachineTokens) {}

  @Post()
  @HttpCode(204)
  async take(@Body() body: unknown): Promise<void> {
    const { uses } = (body ?? {}) as { uses?: unknown };
    if (!Array.isArray(uses) || uses.length > MAX_USES || !uses.every(isUse))
      throw new Problem('invalid', `uses must be at most ${MAX_USES} of {"id", "at"}.`);
    if (uses.length > 0) await this.tokens.used(uses);
  }
}

function isUse(value: unknown): value is { id: string; at: string } {
  const { id, at } = (value ?? {}) as { id?: unknown; at?: unknown };
  return isUuid(id) && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}
