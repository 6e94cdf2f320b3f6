/** One fault, planted by hand: the text that occurs exactly once in a source file, and its replacement. */
export interface Mutation {
  name: string;
  /** From the root of the checkout. */
  file: string;
  search: string;
  replace: string;
  /** Further places in the same file. */
  also?: readonly { search: string; replace: string }[];
  /** Test files or folders that should notice, in the order in which they are asked: cheap ones first. */
  tests: readonly TestChoice[];
}

export interface TestChoice {
  project: 'unit' | 'stack';
  paths: readonly string[];
}

export const unit = (...paths: string[]): TestChoice => ({ project: 'unit', paths });
export const stack = (...paths: string[]): TestChoice => ({ project: 'stack', paths });
