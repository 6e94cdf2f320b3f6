import { MayBeAbsent } from './presence.js';
import { Name, Text } from './text-rule.js';

/** An action bound to an object (specification 4.2, behaviour 3). */
export class ContentElementDto {
  @Name('shortText')
  id: string;

  @Name('shortText')
  kind: string;

  @MayBeAbsent()
  @Text('shortText')
  label?: string;

  @MayBeAbsent()
  @Text('target')
  target?: string;
}
