import { refusals } from "#contract/refusals.ts";
import { paths } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Link } from "react-router";

/** In the place of a form: the change was asked for and has no answer yet. */
export function ChangeOpen(props: {
  what: "pin_change_open" | "cvv_change_open" | "limit_change_open";
}) {
  const language = useLanguage();
  return <InPlaceOfForm kind="warn">{refusals[props.what][language]}</InPlaceOfForm>;
}

/** In the place of a form: the change that had no answer was made. */
export function ChangeMade({ children }: { children: string }) {
  return <InPlaceOfForm kind="ok">{children}</InPlaceOfForm>;
}

function InPlaceOfForm({ kind, children }: { kind: "warn" | "ok"; children: string }) {
  const texts = useTexts("cardUse");
  return (
    <Panel padded className="card-form stack">
      <Notice kind={kind} role="alert">
        {children}
      </Notice>
      <div className="btnrow start">
        <Link className={buttonClass({})} to={paths.cardSettings}>
          {texts.backToSettings}
        </Link>
      </div>
    </Panel>
  );
}
