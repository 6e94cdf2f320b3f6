import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { KeyRotationDto } from '#contracts/directory/dto/key-rotation.dto.js';
import { compileDto } from '#contracts/dto/compiled-dto.js';
import { type Actor, By } from '../../auditing/actor.js';
import { checkedBody } from '../../http/checked-body.js';
import { SigningKeys, type SigningKeyView } from './signing-keys.js';

const rotation = compileDto(KeyRotationDto);

@Controller('operator/keys')
export class KeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Get()
  async list(): Promise<{ keys: SigningKeyView[] }> {
    return { keys: await this.keys.list() };
  }

  @Post('rotate')
  async rotate(@Body() body: unknown, @By() actor: Actor): Promise<{ kid: string }> {
    return { kid: await this.keys.rotate(actor, checkedBody<KeyRotationDto>(rotation, body)) };
  }

  @Delete(':kid')
  @HttpCode(204)
  withdraw(@Param('kid') kid: string, @By() actor: Actor): Promise<void> {
    return this.keys.withdraw(actor, kid);
  }
}
