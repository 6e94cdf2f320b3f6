import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A person with an account. */
@Entity('person')
export class Person {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  email: string;

  /** The address in lower case (`emailKeyOf`). */
  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('text')
  name: string;

  @Column('text', { default: 'active' })
  status: 'active' | 'disabled';

  @Column('boolean', { default: false })
  operator: boolean;

  /** Argon2id hash; null if no password was ever set. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Column('boolean', { name: 'must_change_password', default: false })
  mustChangePassword: boolean;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_login_at', nullable: true })
  lastLoginAt: Date | null;
}
