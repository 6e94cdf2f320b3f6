/** Texts of the saved views of the map. */
export const views = {
  title: 'Views',
  hint: 'A view is what the map shows now: place, layers, colours.',
  none: 'No view is saved yet.',
  saveThis: 'Save this view',
  name: 'Name',
  shared: 'For everybody in this workspace',
  sharedBadge: 'shared',
  saved: 'The view is saved.',
  deleted: 'The view is deleted.',
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name of ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete the view?',
  deleteSure: (name: string) => `“${name}” is deleted. The objects on the map stay.`,
  deleteAct: 'Delete',
  sharedSure: 'Everybody in this workspace loses it.',
};
