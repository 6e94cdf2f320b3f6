import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn, VirtualColumn } from 'typeorm';
import type { Role } from '#contracts/directory/roles.js';

export interface PollOption {
  id: string;
  /** 1…120 characters. */
  text: string;
}

/** The people who may answer. */
export type PollAudience = { kind: 'workspace' } | { kind: 'roles'; roles: Role[] } | { kind: 'people'; people: string[] };

export type ResultsShown = 'always' | 'afterAnswer' | 'afterClose';

/** The counts of a poll: the number of answers, and the number of answers with each option, by the option's id. */
export interface Tally {
  total: number;
  counts: Record<string, number>;
}

/** SQL: whether a poll accepts no more answers, at the present time, even in a transaction that has waited. @param poll table or alias */
export const isClosed = (poll: string): string =>
  `(${poll}.closed_at is not null or coalesce(${poll}.closes_at <= clock_timestamp(), false))`;

/** A question to the people of a workspace. */
@Entity('poll')
export class Poll {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  workspace: string;

  @Column('text')
  question: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('jsonb')
  options: PollOption[];

  /** Most options of one answer. */
  @Column('int')
  multiple: number;

  @Column('jsonb')
  audience: PollAudience;

  @Column('timestamptz', { name: 'closes_at', nullable: true })
  closesAt: Date | null;

  /** Still null for a moment after the closing time. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  @Column('text')
  results: ResultsShown;

  @Column('boolean')
  anonymous: boolean;

  /** The counts of a closed anonymous poll, whose answers are deleted. */
  @Column('jsonb', { nullable: true })
  tally: Tally | null;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt: Date;

  /** Increases by one with each change. */
  @VersionColumn()
  revision: number;

  /** Whether the poll is closed, manually or by its closing time. */
  @VirtualColumn({ type: 'boolean', query: isClosed })
  closed: boolean;
}
