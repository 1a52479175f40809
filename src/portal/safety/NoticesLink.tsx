import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { SectionHead } from "#ui/Panel.tsx";
import { BellRing, ChevronRight } from "lucide-react";
import { Link } from "react-router";

/** The way to what tells the member of what. */
export function NoticesLink() {
  const texts = useTexts("notices");
  return (
    <section className="safety-section" aria-labelledby="notices-title">
      <SectionHead id="notices-title" title={texts.title} />
      <Link className="safe-link" to={paths.notices}>
        <BellRing aria-hidden="true" />
        <span>
          <b>{texts.choose}</b>
          <span className="meta">{texts.sectionHint}</span>
        </span>
        <ChevronRight aria-hidden="true" />
      </Link>
    </section>
  );
}
