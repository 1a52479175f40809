import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Link } from "react-router";
import { PageHead } from "#client/PageHead.tsx";

/** An address that does not exist, or what it names lies in another branch. */
export function NotFoundPage() {
  const common = useTexts("common");
  return <NoPage title={common.notFoundTitle} text={common.notFound} />;
}

/** A page that this role may not use. */
export function ForbiddenPage() {
  const common = useTexts("common");
  return <NoPage title={common.forbiddenTitle} text={common.forbidden} />;
}

function NoPage({ title, text }: { title: string; text: string }) {
  const common = useTexts("common");
  return (
    <div className="c-page">
      <PageHead title={title} after={<p className="sub">{text}</p>} />
      <Link className={buttonClass({ look: "primary" })} to={paths.home}>
        {common.toHome}
      </Link>
    </div>
  );
}
