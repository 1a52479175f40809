import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { SectionHead } from "#ui/Panel.tsx";
import { ChevronRight, LifeBuoy } from "lucide-react";
import { Link } from "react-router";

/** To be read before it is needed: what to do when phone, number and password are gone. */
export function WayBack() {
  const texts = useTexts("safety").wayBack;
  return (
    <section className="safety-section" aria-labelledby="way-back-title">
      <SectionHead id="way-back-title" title={texts.title} />
      <Link className="safe-link" to={paths.comeBack}>
        <LifeBuoy />
        <span>
          <b>{texts.link}</b>
          <span className="meta">{texts.how}</span>
        </span>
        <ChevronRight />
      </Link>
    </section>
  );
}
