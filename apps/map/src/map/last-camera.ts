import { cameraOf, cameraText } from './camera.js';
import type { Camera } from './map-scene.js';

const storedAs = (workspace: string): string => `waymark.camera.${workspace}`;

/** Where the map of a workspace was left in this tab; other pages with a map start there. */
export function lastCamera(workspace: string): Camera | undefined {
  try {
    return cameraOf(sessionStorage.getItem(storedAs(workspace)) ?? undefined);
  } catch {
    return undefined;
  }
}

/** Without storage, as in some embedded pages, other maps start elsewhere. */
export function keepCamera(workspace: string, camera: Camera): void {
  try {
    sessionStorage.setItem(storedAs(workspace), cameraText(camera));
  } catch {
    return;
  }
}
