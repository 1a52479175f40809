import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
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
