import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { SharedViewDto } from '#contracts/directory/dto/share-link.dto.js';

/** A link that shows a part of a workspace to anyone with the link. */
@Entity('share_link')
export class ShareLink {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  workspace: string;

  @Column('text')
  name: string;

  @Column('jsonb')
  shows: SharedViewDto;

  /** Claim `jti` of its tokens. */
  @Column('uuid', { name: 'token_id' })
  tokenId: string;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('int', { name: 'life_seconds' })
  lifeSeconds: number;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** SHA-256 of the code; null for old links without a code. */
  @Column('bytea', { name: 'code_hash', nullable: true })
  codeHash: Buffer | null;
}
