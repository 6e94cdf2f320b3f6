import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';
import { createHttpServer } from './http/server.js';

await runService({ name: 'gateway', settings, module: AppModule, server: createHttpServer });
