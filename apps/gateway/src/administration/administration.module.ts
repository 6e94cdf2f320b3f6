import { Module } from '@nestjs/common';
import { DiagnosisRoutes } from '../diagnosis/diagnosis-routes.js';
import { LagRoutes } from '../diagnosis/lag-routes.js';
import { AdministrationRoutes } from './administration-routes.js';

/** Forwards administration to the directory, and diagnoses the installation for the operator. */
@Module({ providers: [AdministrationRoutes, DiagnosisRoutes, LagRoutes] })
export class AdministrationModule {}
