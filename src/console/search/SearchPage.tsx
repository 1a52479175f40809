import { PageHead } from "#console/layout/PageHead.tsx";
import { SearchBox } from "#console/layout/SearchBox.tsx";
import { useIsWide } from "#console/layout/useIsWide.ts";
import { useTexts } from "#console/texts/texts.ts";
import { useSearchParams } from "react-router";

/** Everything that one text was found in, in groups. */
export function SearchPage() {
  const texts = useTexts("search");
  const [params] = useSearchParams();
  const isWide = useIsWide();
  const text = params.get("text")?.trim() ?? "";
  return (
    <div className="c-page">
      <PageHead
        title={text === "" ? texts.title : texts.titleFor(text)}
        after={<p className="sub">{texts.hint}</p>}
      />
      {!isWide && <SearchBox />}
    </div>
  );
}
