import { Module } from '@nestjs/common';
import { AdministrationRoutes } from './administration-routes.js';

/** Hands administration on to the directory. */
@Module({ providers: [AdministrationRoutes] })
export class AdministrationModule {}
