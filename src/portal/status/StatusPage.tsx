import { askStatus, type Status } from "#client/outage.ts";
import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useEffect, useState } from "react";
import "./status.css";

const ASK_EVERY_MS = 15_000;

/** What works right now: answered when nothing else is, for whoever cannot sign in. */
export function StatusPage() {
  const texts = useTexts("status");
  const login = useTexts("login");
  const { words } = useTexts("common");
  const language = useLanguage();
  const status = useStatus();
  return (
    <SignedOutLayout>
      <BackLink>{login.backToLogin}</BackLink>
      <SignedOutHead title={texts.title} takesFocus />
      <div aria-live="polite">
        {status === "asking" && <p className="coming meta">{words.loading}</p>}
        {status === undefined && <Notice kind="warn">{texts.unknown}</Notice>}
        {typeof status === "object" && (
          <>
            <p className="lead">
              {texts.asOf(formatDate(new Date(status.asOf), "time", language))}
            </p>
            <ul className="status-parts">
              {status.parts.map((part) => (
                <Part key={part.part} {...part} />
              ))}
            </ul>
          </>
        )}
      </div>
      <h2 className="status-lock">{texts.lockTitle}</h2>
      <p className="sub">{texts.lockBody}</p>
      <CallUs />
    </SignedOutLayout>
  );
}

function Part({ part, isAway, since }: Status["parts"][number]) {
  const texts = useTexts("status");
  const language = useLanguage();
  const away =
    since === null ? texts.away : texts.awaySince(formatDate(new Date(since), "time", language));
  return (
    <li>
      <p>
        <b>{texts.parts[part]}</b>
        <StatusTag kind={isAway ? "warn" : "ok"}>{isAway ? away : texts.works}</StatusTag>
      </p>
      {isAway && <p className="meta">{texts.meanwhile[part]}</p>}
    </li>
  );
}

/** Asked anew while the page is open; undefined when nobody answered. */
function useStatus(): Status | "asking" | undefined {
  const [status, setStatus] = useState<Status | "asking" | undefined>("asking");
  useEffect(() => {
    const ask = async () => setStatus(await askStatus());
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return status;
}
