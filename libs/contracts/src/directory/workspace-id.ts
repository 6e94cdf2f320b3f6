/** Id of a workspace as a pattern of JSON Schema and of RegExp: alphanumeric, 1…64 characters. */
export const WORKSPACE_ID = '^[A-Za-z0-9]{1,64}$';
