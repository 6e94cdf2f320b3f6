/** One check, for operators. */
export interface Finding {
  /** Subject of the finding, such as `directory.migrations`. */
  about: string;
  state: 'fine' | 'warning' | 'broken';
  found: string;
  /** What to do about it; null: nothing. */
  remedy: string | null;
}

/** The findings about a service behind the gateways, by the service itself. */
export interface ServiceDiagnosis {
  version: string;
  findings: Finding[];
}

/** The findings about the directory, by the directory itself. */
export interface DirectoryDiagnosis extends ServiceDiagnosis {
  /** Claims of the tokens that it issues; gateways must expect the same. */
  tokenIssuer: string;
  tokenAudience: string;
  /** The highest revision that it has published; gateways should have it. Omitted if its database does not answer. */
  publishedRevision?: number;
}

export const fine = (about: string, found: string): Finding => ({ about, state: 'fine', found, remedy: null });
export const warning = (about: string, found: string, remedy: string): Finding => ({ about, state: 'warning', found, remedy });
export const broken = (about: string, found: string, remedy: string): Finding => ({ about, state: 'broken', found, remedy });
