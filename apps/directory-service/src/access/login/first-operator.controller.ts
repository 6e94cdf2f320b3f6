import { Body, Controller, Post } from '@nestjs/common';
import { FirstOperatorDto } from '#contracts/directory/dto/person.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { FirstOperator } from './first-operator.js';

const firstOperator = compileDto(FirstOperatorDto);

/** For the installation's own commands; gateways do not forward this route. */
@Controller('internal/first-operator')
export class FirstOperatorController {
  constructor(private readonly firstOperator: FirstOperator) {}

  @Post()
  create(@Body() body: unknown, @By() actor: Actor): Promise<{ id: string; email: string; password: string }> {
    return this.firstOperator.create(actor, checkedBody<FirstOperatorDto>(firstOperator, body).email);
  }
}
