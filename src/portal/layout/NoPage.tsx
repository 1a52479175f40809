import { paths } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { buttonClass } from "#ui/Button.tsx";
import { Link } from "react-router";

/** An address that does not exist. */
export function NotFoundPage() {
  const common = useTexts("common");
  const texts = useTexts("shell");
  return <NoPage title={texts.notFoundTitle} text={common.notFound} />;
}

/** A page that this member may not use now. */
export function ForbiddenPage() {
  const common = useTexts("common");
  const texts = useTexts("shell");
  return <NoPage title={texts.forbiddenTitle} text={common.forbidden} />;
}

/** A page of something that is switched off for a while, in the words of whoever did it. */
export function FeatureOffPage({ text, until }: { text: string; until: string | null }) {
  const texts = useTexts("shell");
  const language = useLanguage();
  const back =
    until === null ? "" : ` ${texts.backAt(formatDate(new Date(until), "dayTime", language))}`;
  return <NoPage title={texts.featureOffTitle} text={`${text}${back}`} />;
}

function NoPage({ title, text }: { title: string; text: string }) {
  const texts = useTexts("shell");
  return (
    <>
      <PageHead title={title} after={<p className="sub">{text}</p>} />
      <Link className={buttonClass({ look: "primary" })} to={paths.dashboard}>
        {texts.toDashboard}
      </Link>
    </>
  );
}
