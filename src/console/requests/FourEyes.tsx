import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import type { RequestDetails } from "#contract/staff/requests.ts";
import { DateText } from "#ui/DateText.tsx";
import { Changes } from "./Changes.tsx";
import "./requests.css";

/**
 * The four eyes of a request: who asked, who decided or may, what would change from what to what, and the
 * hash that the decision is bound to.
 */
export function FourEyes({ request }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const { roles } = useTexts("shell");
  const language = useLanguage();
  const { maker, madeAt, checker, decidedAt, deciders, payloadHash } = request;
  return (
    <section className="r-eyes" aria-label={texts.fourEyes}>
      <ol>
        <li className="is-done">
          <b>{maker}</b>
          <span className="meta">
            {texts.askedFor} <DateText at={new Date(madeAt)} form="dayTime" language={language} />
          </span>
        </li>
        {checker === null ? (
          <li>
            <b>{texts.secondPerson}</b>
            <span className="meta">{texts.mayDecide(decidersText(deciders, roles, texts))}</span>
          </li>
        ) : (
          <li className="is-done">
            <b>{checker}</b>
            <span className="meta">
              {texts.states[request.state]}{" "}
              {decidedAt && (
                <DateText at={new Date(decidedAt)} form="dayTime" language={language} />
              )}
            </span>
          </li>
        )}
      </ol>
      <Changes request={request} />
      <p className="meta r-hash">
        {texts.hash} <code>{payloadHash}</code>
      </p>
    </section>
  );
}

function decidersText(
  deciders: RequestDetails["deciders"],
  roles: Record<string, string>,
  texts: Catalogue["requests"],
): string {
  return deciders
    .map(({ role, scope }) => `${roles[role] ?? role} (${texts.reaches[scope]})`)
    .join(", ");
}
