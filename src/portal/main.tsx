import { copyPlainly } from "#client/copyPlainly.ts";
import { offerImportAgain } from "#client/importAgain.ts";
import { restoreSession } from "#portal/api/restoreSession.ts";
import { hasKeptSession } from "#portal/api/keptSession.ts";
import { toLanguage } from "#client/texts.ts";
import { loadTexts } from "#portal/texts/texts.ts";
import "#ui/tokens.css";
import "#ui/base.css";
import { restorePreferences } from "#ui/preferences.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./App.tsx";
import "./shell.css";

/** Starts the portal: takes over the prerendered login, or draws what the address asks for. */
async function startPortal(): Promise<void> {
  offerImportAgain();
  copyPlainly();
  const root = document.getElementById("root");
  if (!root) return;
  const { dataset, lang } = document.documentElement;
  const isLogin = dataset["page"] === "login";

  // Without encryption there is no crypto.subtle; localhost counts as encrypted.
  if (!isSecureContext || !crypto.subtle || "offline" in dataset)
    return (await import("./startAside.tsx")).startAside(root);

  restorePreferences();
  await loadTexts(toLanguage(lang), hasKeptSession() ? "member" : "signedOut");
  const app = (
    <BrowserRouter>
      <App isPrerendered={isLogin} />
    </BrowserRouter>
  );
  // From here on the program itself hears what is pressed.
  document.documentElement.dataset["program"] = "";
  if (isLogin) hydrateRoot(root, app);
  else createRoot(root).render(app);
  await restoreSession();
}

// Not awaited: chunks that are fetched on the way import this one.
startPortal().catch(() => dispatchEvent(new Event("start-failed")));
