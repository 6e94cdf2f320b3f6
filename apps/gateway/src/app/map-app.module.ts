import { Module } from '@nestjs/common';
import { AppDoors } from './app-doors.js';

/** Serves the map app, its basemap and its settings, and keeps its sessions. */
@Module({ providers: [AppDoors] })
export class MapAppModule {}
