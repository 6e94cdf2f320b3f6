import { Module } from '@nestjs/common';
import { deadLetterDesks } from '#kafka/dead-letters/dead-letter-desks.js';
import { Broker } from '#service/broker.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { AccessModule } from '../access/access.module.js';
import type { Config } from '../configuration/config.js';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ownObjectService } from '../services/own-clients.js';
import { CursorsController } from './cursors.controller.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DiagnosisController } from './diagnosis.controller.js';
import { IdsController } from './ids.controller.js';
import { KeptObjectsController } from './kept-objects.controller.js';
import { KeysController } from './keys.controller.js';
import { LagController } from './lag.controller.js';
import { LetterOffice } from './letter-office.js';
import { MovedPicturesController } from './moved-pictures.controller.js';
import { NamedWorkspaceController } from './named-workspace.controller.js';
import { RebuildsController } from './rebuilds.controller.js';
import { TokenHolderController } from './token-holder.controller.js';
import { UsageController } from './usage.controller.js';

/** Connections to the object service, for counts and owners of ids. */
const OBJECT_CONNECTIONS = 4;
/** Enough for all dead letters of one replay call, which are in memory at once. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

function createLetterOffice({ topicPrefix }: Config, broker: Broker, logger: Logger): LetterOffice {
  const kafka = broker.connection('dead-letters');
  const producer = broker.producer('dead-letters', MAX_QUEUED_BYTES, { kafka });
  return new LetterOffice(deadLetterDesks(topicPrefix, { kafka, producer, logger }));
}

/** The routes for operators and administrators that the gateway answers itself or completes; the others are forwarded. */
@Module({
  imports: [ForwardingModule, AccessModule, LimitsModule],
  controllers: [
    UsageController,
    TokenHolderController,
    NamedWorkspaceController,
    KeysController,
    IdsController,
    KeptObjectsController,
    MovedPicturesController,
    DiagnosisController,
    LagController,
    DeadLettersController,
    RebuildsController,
    CursorsController,
  ],
  providers: [
    ownObjectService(OBJECT_CONNECTIONS),
    { provide: LetterOffice, useFactory: createLetterOffice, inject: [CONFIG, Broker, LOGGER] },
  ],
})
export class AdministrationModule {}
