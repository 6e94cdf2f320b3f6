import { IsIn } from 'class-validator';
import { CONTENT_KINDS, TargetOfKind } from './content-element-rule.js';
import { MayBeAbsent } from './presence.js';
import { Name, Text } from './text-rule.js';

/** An action bound to an object. */
export class ContentElementDto {
  @Name('shortText')
  id: string;

  @IsIn(CONTENT_KINDS)
  kind: string;

  @MayBeAbsent()
  @Text('shortText')
  label?: string;

  @MayBeAbsent()
  @Text('target')
  @TargetOfKind()
  target?: string;
}
