/** One check, for operators. */
export interface Finding {
  /** The subject of the finding, as in `directory.migrations`. */
  about: string;
  state: 'fine' | 'warning' | 'broken';
  /** The finding. */
  found: string;
  /** What to do about it; null: nothing. */
  remedy: string | null;
}

/** The findings of a service behind the gateways about itself. */
export interface ServiceDiagnosis {
  version: string;
  findings: Finding[];
}

/** The findings of the directory about itself. */
export interface DirectoryDiagnosis extends ServiceDiagnosis {
  /** Claims of the tokens that it issues; gateways must expect the same. */
  tokenIssuer: string;
  tokenAudience: string;
  /** The highest revision that it has published; gateways should know it. Left out: its database does not answer. */
  publishedRevision?: number;
}

export const fine = (about: string, found: string): Finding => ({ about, state: 'fine', found, remedy: null });
export const warning = (about: string, found: string, remedy: string): Finding => ({ about, state: 'warning', found, remedy });
export const broken = (about: string, found: string, remedy: string): Finding => ({ about, state: 'broken', found, remedy });
