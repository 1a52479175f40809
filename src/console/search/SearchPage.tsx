import { PageHead } from "#console/layout/PageHead.tsx";
import { SearchBox } from "#console/layout/SearchBox.tsx";
import { useIsWide } from "#console/layout/useIsWide.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { readSearchText } from "#contract/staff/memberSearch.ts";
import { Navigate, useSearchParams } from "react-router";

/** What was typed into the one box, read as criteria and searched for. */
export function SearchPage() {
  const texts = useTexts("search");
  const [params] = useSearchParams();
  const isWide = useIsWide();
  const text = params.get("text")?.trim() ?? "";
  if (text !== "") {
    const criteria = new URLSearchParams(readSearchText(text));
    return <Navigate to={`${paths.members}?${criteria}`} replace />;
  }
  return (
    <div className="c-page">
      <PageHead title={texts.title} after={<p className="sub">{texts.hint}</p>} />
      {!isWide && <SearchBox />}
    </div>
  );
}
