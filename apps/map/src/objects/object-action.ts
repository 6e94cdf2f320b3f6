import type { ComponentChildren, FunctionComponent } from 'preact';
import type { ExternalObject } from '../api/api.js';
import type { MenuItem } from '../design/menu-button.js';
import type { MapState } from '../map/map-state.js';
import type { FollowedObject } from './followed-object.js';

/** The object of the panel, and what is around it. */
export interface OpenObject {
  object: ExternalObject;
  followed: FollowedObject;
  state: MapState;
  /** Whether a link to the object opened the app, as by a code that the phone's own camera has read. */
  byLink: boolean;
}

/** In the menu of rare actions. */
export interface MenuAction {
  items: readonly MenuItem[];
  dialogs?: ComponentChildren;
  /** Above what the object says. */
  notice?: ComponentChildren;
}

/** What a feature adds to the panel of an object. The page of the map lists them; the panel shows each part in the order of that list. */
export interface ObjectAction {
  /** A hook. What it returns is shown in place of the object, such as a form; undefined: the object is shown. */
  useInstead?: (of: { id: string; followed: FollowedObject; state: MapState }) => ComponentChildren;
  /** A hook. */
  useMenu?: (open: OpenObject) => MenuAction;
  /** A hook: what can be done on the spot. `first`: it stands above what the object says, otherwise below it. */
  useBody?: (open: OpenObject) => { content: ComponentChildren; first: boolean };
  /** The widest button at the foot. */
  Main?: FunctionComponent<OpenObject>;
  /** A button below it, next to those of the map. */
  Shortcut?: FunctionComponent<OpenObject>;
  /** For an id that no object has. */
  Absent?: FunctionComponent<{ id: string }>;
}
