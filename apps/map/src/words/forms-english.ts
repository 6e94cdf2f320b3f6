/** Words of every form. */
export const formsEnglish = {
  sending: 'Sending …',
  copy: 'Copy',
  copied: 'Copied.',
  showPassword: 'Show',
  hidePassword: 'Hide',
  offline: 'No answer came. Nothing was lost; try again.',
};
