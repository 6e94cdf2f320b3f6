/** Texts of the saved views of the map. */
export const views = {
  title: 'Views',
  hint: 'A view saves the current place, layers and colours of the map.',
  none: 'There are no saved views yet.',
  saveThis: 'Save this view',
  name: 'Name',
  shared: 'For everyone in this workspace',
  sharedBadge: 'shared',
  saved: 'The view was saved.',
  deleted: 'The view was deleted.',
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name for ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete the view?',
  deleteSure: (name: string) => `“${name}” will be deleted. The objects on the map are not affected.`,
  deleteAct: 'Delete',
  sharedSure: 'It will be deleted for everyone in this workspace.',
};
