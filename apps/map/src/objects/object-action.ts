import type { ComponentChildren, FunctionComponent } from 'preact';
import type { ExternalObject } from '../api/api.js';
import type { MenuItem } from '../design/menu-button.js';
import type { MapState } from '../map/map-state.js';
import type { FollowedObject } from './followed-object.js';

/** The object in the panel, with its context. */
export interface OpenObject {
  object: ExternalObject;
  followed: FollowedObject;
  state: MapState;
  /** Whether the app was opened by a link to the object, for example a code read by the phone's camera. */
  byLink: boolean;
}

/** An item in the menu of rare actions. */
export interface MenuAction {
  items: readonly MenuItem[];
  dialogs?: ComponentChildren;
  /** Shown above the object's data. */
  notice?: ComponentChildren;
}

/** A feature's contribution to the panel of an object. The map page lists them; the panel shows them in that order. */
export interface ObjectAction {
  /** A hook. Its result, such as a form, replaces the object's data; undefined: the data is shown. */
  useInstead?: (of: { id: string; followed: FollowedObject; state: MapState }) => ComponentChildren;
  /** A hook. */
  useMenu?: (open: OpenObject) => MenuAction;
  /** A hook: controls within the panel. `first`: above the object's data instead of below it. */
  useBody?: (open: OpenObject) => { content: ComponentChildren; first: boolean };
  /** The primary button at the bottom. */
  Main?: FunctionComponent<OpenObject>;
  /** A button below it, next to those for the map. */
  Shortcut?: FunctionComponent<OpenObject>;
  /** Shown for an id that no object has. */
  Absent?: FunctionComponent<{ id: string }>;
}
