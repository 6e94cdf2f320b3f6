/** The variables of this process, for programs that decide by their own configuration which of them to read. */
export function environment(): NodeJS.ProcessEnv {
  return process.env;
}
