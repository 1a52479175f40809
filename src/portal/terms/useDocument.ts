import type { DocumentName } from "#contract/documents.ts";
import type { DocumentText } from "#portal/texts/documentText.ts";
import type { Language } from "#contract/refusals.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { useEffect, useState } from "react";

/** Each text in each language is a chunk of its own, fetched with the page or dialog that shows it. */
const loaders: Record<DocumentName, Record<Language, () => Promise<DocumentText>>> = {
  terms: {
    en: async () => (await import("#portal/texts/en/terms.ts")).terms,
    fil: async () => (await import("#portal/texts/fil/terms.ts")).terms,
  },
  privacy: {
    en: async () => (await import("#portal/texts/en/privacy.ts")).privacy,
    fil: async () => (await import("#portal/texts/fil/privacy.ts")).privacy,
  },
};

/**
 * A text in the member's language, once it is here. While another language is fetched the one before
 * stays. `retry` asks again after a failure, which a lost connection is.
 */
export function useDocument(name: DocumentName): {
  document: DocumentText | undefined;
  hasFailed: boolean;
  retry: () => void;
} {
  const language = useLanguage();
  const [document, setDocument] = useState<DocumentText>();
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isWanted = true;
    loaders[name][language]().then(
      (loaded) => isWanted && setDocument(loaded),
      () => isWanted && setFailures((count) => count + 1),
    );
    return () => {
      isWanted = false;
    };
  }, [name, language, tries]);

  return { document, hasFailed: failures > tries, retry: () => setTries(failures) };
}
