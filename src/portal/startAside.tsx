import { toLanguage } from "#client/texts.ts";
import { loadTexts } from "#portal/texts/texts.ts";
import { restorePreferences } from "#ui/preferences.ts";
import { createRoot } from "react-dom/client";

/** What stands in the portal's place where it cannot go: without encryption, and where the bank cannot be reached. */
export async function startAside(root: HTMLElement): Promise<void> {
  const { dataset, lang } = document.documentElement;
  const isOffline = dataset["offline"] !== undefined;
  await loadTexts(toLanguage(lang), "signedOut");
  if (isOffline) {
    restorePreferences();
    await loadTexts(toLanguage(lang), "member");
    const { OfflinePage } = await import("./offline/OfflinePage.tsx");
    dataset["page"] = "ready";
    createRoot(root).render(<OfflinePage />);
    return;
  }
  const { SecureConnectionPage } = await import("./layout/SecureConnectionPage.tsx");
  dataset["page"] = "login";
  createRoot(root).render(<SecureConnectionPage />);
}
