import { brand } from "#brand";
import type { FieldError } from "#contract/endpoint.ts";
import { paths } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Link } from "react-router";

/** 'Invalid parameters' (row K08): which details the partner bank found missing, and where to mend them. */
export function RefusedApplication({ missing }: { missing: readonly FieldError[] }) {
  const texts = useTexts("cardApplication");
  const shell = useTexts("shell");
  const names = new Map<string, string>(Object.entries(texts.fields));
  return (
    <>
      <PageHead title={texts.refusedTitle} />
      <Panel padded className="apply-refused stack" role="alert">
        <p>{texts.refusedLead}</p>
        {missing.length > 0 && (
          <ul className="apply-missing-list">
            {missing.map(({ param, msg }) => (
              <li key={param}>{names.get(param) ?? msg}</li>
            ))}
          </ul>
        )}
        <Notice kind="bad">
          <p>{texts.refusedBank}</p>
          <p>{texts.refusedGo}</p>
        </Notice>
        <div className="btnrow start">
          <Link className={buttonClass({ look: "primary" })} to={paths.dashboard}>
            {shell.toDashboard}
          </Link>
          <a
            className={buttonClass({ look: "quiet" })}
            href={brand.links.contact}
            target="_blank"
            rel="noopener noreferrer"
          >
            {texts.contact} <span className="sr">({shell.opensNewTab})</span>
          </a>
        </div>
      </Panel>
    </>
  );
}
