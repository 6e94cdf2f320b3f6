import { TOPICS } from '#contracts/topics.js';
import { topicName } from '../topics/topics.js';
import { DeadLetterDesk, type DeadLetterDeskOptions } from './dead-letter-desk.js';

/** The desks of the dead-letter topics, by short name (`commands`, `events`). */
export type DeadLetterDesks = ReadonlyMap<string, DeadLetterDesk>;

const SUFFIX = '.dead-letter';
const NAMES = TOPICS.map(({ name }) => name).filter((name) => name.endsWith(SUFFIX));
const shortOf = (name: string): string => name.slice('object.'.length, -SUFFIX.length);

/** Short names of the topics with dead letters. */
export const LETTER_SOURCES: readonly string[] = NAMES.map(shortOf);

/** @param prefix of all topics */
export function deadLetterDesks(prefix: string, parts: Omit<DeadLetterDeskOptions, 'topic'>): DeadLetterDesks {
  return new Map(NAMES.map((name) => [shortOf(name), new DeadLetterDesk({ ...parts, topic: topicName(prefix, name) })]));
}
