import { paths } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** An address that does not exist. */
export function NotFoundPage() {
  const common = useTexts("common");
  const texts = useTexts("shell");
  return <NoPage title={texts.notFoundTitle} text={common.notFound} />;
}

/** A page that this member may not use now: why, where that is known, and whom to call. */
export function ForbiddenPage({ reason }: { reason?: string | undefined }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  return (
    <NoPage title={texts.forbiddenTitle} text={common.forbidden}>
      {reason !== undefined && <Notice kind="info">{reason}</Notice>}
      <p>{texts.askUs}</p>
      <CallUs />
    </NoPage>
  );
}

/** A page of something that is switched off for a while, in the words of whoever did it. */
export function FeatureOffPage({ text, until }: { text: string; until: string | null }) {
  const texts = useTexts("shell");
  const language = useLanguage();
  const back =
    until === null ? "" : ` ${texts.backAt(formatDate(new Date(until), "dayTime", language))}`;
  return <NoPage title={texts.featureOffTitle} text={`${text}${back}`} />;
}

function NoPage(props: { title: string; text: string; children?: ReactNode }) {
  const { title, text, children } = props;
  const texts = useTexts("shell");
  return (
    <>
      <PageHead title={title} after={<p className="sub">{text}</p>} />
      <div className="stack">
        {children}
        <Link className={buttonClass({ look: "primary" })} to={paths.dashboard}>
          {texts.toDashboard}
        </Link>
      </div>
    </>
  );
}
