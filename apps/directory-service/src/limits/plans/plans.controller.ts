import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { PlanLimitsDto } from '#contracts/directory/dto/plan.dto.js';
import { PLAN_NAME } from '#contracts/directory/dto/shapes.js';
import type { PlanRecord } from '#contracts/directory/records.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { Problem } from '#problems/problem.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { Plans } from './plans.js';

const planLimits = compileDto(PlanLimitsDto);
const NAME = new RegExp(PLAN_NAME, 'u');

@Controller('operator/plans')
export class PlansController {
  constructor(private readonly plans: Plans) {}

  @Get()
  list(): Promise<{ plans: PlanRecord[] }> {
    return this.plans.list();
  }

  @Put(':plan')
  put(@Param('plan') name: string, @Body() body: unknown, @By() actor: Actor): Promise<PlanRecord> {
    if (!NAME.test(name))
      throw new Problem(
        'invalid',
        'The name of a plan must be a lower-case letter followed by letters, digits or -, at most 64 characters.',
      );
    return this.plans.put(actor, name, checkedBody<PlanLimitsDto>(planLimits, body));
  }

  @Delete(':plan')
  @HttpCode(204)
  remove(@Param('plan') name: string, @By() actor: Actor): Promise<void> {
    return this.plans.remove(actor, name);
  }
}
