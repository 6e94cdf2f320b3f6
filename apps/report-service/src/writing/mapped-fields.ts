import type { DirectoryCopy } from '#directory/directory-copy.js';

/** The fields whose values heatmaps can show: those of the kind Number with an approved definition, from then on. */
export function mappedFields(copy: DirectoryCopy): (workspace: string, field: string) => boolean {
  return (workspace, field) => {
    const definition = copy.fieldsOf(workspace)?.get(field);
    return definition?.type === 'Number' && definition.review === 'approved';
  };
}
