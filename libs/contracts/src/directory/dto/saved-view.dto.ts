import { IsBoolean } from 'class-validator';
import { Shaped } from '../../dto/pattern-rule.js';
import { MayBeAbsent } from '../../dto/presence.js';
import { LineOfText } from './shapes.js';

/** The content of a saved view of the map. */
export class SavedViewDto {
  /** Unique among the views of the same person in the workspace. */
  @LineOfText(120)
  name: string;

  /** The fragment of the app's address, without a token. */
  @Shaped('^[^\\p{Cc}\\p{Cs}]{0,2000}$', 'must be a text of at most 2000 characters without control characters')
  state: string;

  /** Default: false, so nobody else sees it. */
  @MayBeAbsent()
  @IsBoolean()
  shared?: boolean;
}
