import { CodeButton } from '../codes/code-dialog.js';
import { useArchiving } from '../editing/archiving.js';
import { EditButton } from '../editing/edit-button.js';
import { useEditForm } from '../editing/edit-object.js';
import { useErasing } from '../editing/erase-dialog.js';
import { useHolding } from '../holds/object-hold.js';
import type { ObjectAction } from '../objects/object-action.js';
import { NeverSeen, useScanActions } from '../scanning/link-opened.js';
import { ShareButton } from '../sharing/share-button.js';

/** The actions in an object's panel, in their order. */
export const OBJECT_ACTIONS: readonly ObjectAction[] = [
  { useInstead: useEditForm, Main: EditButton },
  { useBody: useScanActions, Absent: NeverSeen },
  { useMenu: useArchiving },
  { useMenu: useHolding },
  { useMenu: useErasing },
  { Shortcut: CodeButton },
  { Shortcut: ShareButton },
];
