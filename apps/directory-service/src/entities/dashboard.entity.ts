import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { DashboardDto } from '#contracts/directory/dto/dashboard.dto.js';

/** A dashboard of a workspace. */
@Entity('dashboard')
export class Dashboard {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  workspace: string;

  @Column('text')
  name: string;

  @Column('json')
  tiles: DashboardDto['tiles'];

  @Column('json')
  filters: NonNullable<DashboardDto['filters']>;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('text', { name: 'updated_by' })
  updatedBy: string;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;

  /** Increases by one with each change. */
  @VersionColumn()
  revision: number;
}
