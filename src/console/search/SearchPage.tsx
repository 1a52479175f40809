import { PageHead } from "#client/PageHead.tsx";
import { SearchBox } from "#console/layout/SearchBox.tsx";
import { useIsWide } from "#console/layout/useIsWide.ts";
import { useTexts } from "#console/texts/texts.ts";

/** The one box on a screen of its own, where the head has no room for it. */
export function SearchPage() {
  const texts = useTexts("search");
  const isWide = useIsWide();
  return (
    <div className="c-page">
      <PageHead title={texts.title} after={<p className="sub">{texts.hint}</p>} />
      {!isWide && <SearchBox />}
    </div>
  );
}
