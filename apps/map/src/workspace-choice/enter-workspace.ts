import { useApp } from '../app/app.js';

/** Opens the map of one of the person's workspaces. */
export function useEnterWorkspace(): (id: string) => void {
  const { address, preferences } = useApp();
  return (id) => {
    preferences.workspace.value = id;
    address.go({ ws: undefined, page: 'Map', id: undefined, more: {} });
  };
}
