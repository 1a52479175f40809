/** A paragraph, or points under each other. */
export type DocumentBlock = string | readonly string[];

export type DocumentSection = {
  /** The same in every language: the end of the section's address. */
  id: string;
  title: string;
  blocks: readonly DocumentBlock[];
};

/** What stands around the text. */
export type DocumentWords = {
  contents: string;
  version: (day: string) => string;
  print: string;
  backToContents: string;
};

/** A long text that members agree to. Its languages say the same, block by block. */
export type DocumentText = {
  title: string;
  lead: string;
  words: DocumentWords;
  sections: readonly DocumentSection[];
};
