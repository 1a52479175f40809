import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { NavLink } from "react-router";
import "#console/parts/parts.css";

/** From plastic by branch to plastic by serial, and to its making. */
export function StockTabs() {
  const texts = useTexts("cards");
  const may = useMay();
  return (
    <nav className="ops-tabs" aria-label={texts.sections}>
      <NavLink to={paths.cardStock} end>
        {texts.stock}
      </NavLink>
      <NavLink to={paths.cardKits}>{texts.kits}</NavLink>
      {may("card_batch.view") && <NavLink to={paths.cardBatches}>{texts.batches}</NavLink>}
    </nav>
  );
}
