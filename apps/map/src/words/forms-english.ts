/** Texts of all forms. */
export const formsEnglish = {
  sending: 'Sending …',
  copy: 'Copy',
  copied: 'Copied.',
  showPassword: 'Show',
  hidePassword: 'Hide',
  offline: 'No response from the server. Nothing was lost; try again.',
};
