import type { DirectoryCopy } from '#directory/directory-copy.js';

/** The fields that heatmaps can show: Number fields with an approved definition, from its approval on. */
export function mappedFields(copy: DirectoryCopy): (workspace: string, field: string) => boolean {
  return (workspace, field) => {
    const definition = copy.fieldsOf(workspace)?.get(field);
    return definition?.type === 'Number' && definition.review === 'approved';
  };
}
