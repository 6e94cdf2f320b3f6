/** The variables of this process, for programs whose own configuration says which of them are read. */
export function environment(): NodeJS.ProcessEnv {
  return process.env;
}
