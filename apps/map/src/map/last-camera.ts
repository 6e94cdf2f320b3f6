import { cameraOf, cameraText } from './camera.js';
import type { Camera } from './map-scene.js';

const storedAs = (workspace: string): string => `waymark.camera.${workspace}`;

/** The last view of a workspace's map in this tab, where other maps start. */
export function lastCamera(workspace: string): Camera | undefined {
  try {
    return cameraOf(sessionStorage.getItem(storedAs(workspace)) ?? undefined);
  } catch {
    return undefined;
  }
}

/** Does nothing without storage, as in some embedded pages; other maps then have another start. */
export function keepCamera(workspace: string, camera: Camera): void {
  try {
    sessionStorage.setItem(storedAs(workspace), cameraText(camera));
  } catch {
    return;
  }
}
