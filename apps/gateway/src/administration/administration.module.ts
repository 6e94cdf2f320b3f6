import { Module } from '@nestjs/common';
import { AdministrationRoutes } from './administration-routes.js';
import { DiagnosisRoutes } from './diagnosis-routes.js';
import { LagRoutes } from './lag-routes.js';

/** Forwards administration to the directory, and diagnoses the installation for the operator. */
@Module({ providers: [AdministrationRoutes, DiagnosisRoutes, LagRoutes] })
export class AdministrationModule {}
