import type { Language } from "#contract/refusals.ts";
import { showTexts } from "#portal/texts/texts.ts";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { App } from "./App.tsx";
import { signedOutTexts as en } from "./texts/en/signedOut.ts";
import { signedOutTexts as fil } from "./texts/fil/signedOut.ts";

/** The login page as HTML, with the words its head needs. Runs in Node while the portal is built. */
export function prerenderLogin(language: Language) {
  const catalogue = language === "fil" ? fil : en;
  showTexts(language, catalogue);
  const html = renderToString(
    <StaticRouter location="/login">
      <App isPrerendered />
    </StaticRouter>,
  );
  const { documentTitle, description } = catalogue.login;
  return { html, title: documentTitle, description, noScript: catalogue.common.noScript };
}
