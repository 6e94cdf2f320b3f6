import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../storage/bigint-as-number.js';

/** Where the feed of a partition of object.events begins: changes at lower offsets are no longer kept. */
@Entity('feed_floor')
export class FeedFloor {
  @PrimaryColumn('int')
  partition: number;

  @Column('bigint', { name: 'first_offset', transformer: bigintAsNumber })
  firstOffset: number;
}
