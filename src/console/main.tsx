import { copyPlainly } from "#client/copyPlainly.ts";
import { offerImportAgain } from "#client/importAgain.ts";
import { toLanguage } from "#client/texts.ts";
import { loadTexts, texts } from "#console/texts/texts.ts";
import "#ui/tokens.css";
import "#ui/base.css";
import { restorePreferences } from "#ui/preferences.ts";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./App.tsx";

/** Starts the console in the language of the page. */
async function startConsole(): Promise<void> {
  offerImportAgain();
  copyPlainly();
  const root = document.getElementById("root");
  if (!root) return;
  restorePreferences();
  await loadTexts(toLanguage(document.documentElement.lang));
  // Without encryption there is no crypto.subtle; localhost counts as encrypted.
  const isSecure = isSecureContext && typeof crypto.subtle !== "undefined";
  createRoot(root).render(
    isSecure ? (
      <BrowserRouter basename="/console">
        <App />
      </BrowserRouter>
    ) : (
      <main className="c-page">{texts("common").secureNeeded}</main>
    ),
  );
}

void startConsole();
