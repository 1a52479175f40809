import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { NavLink } from "react-router";
import "#console/parts/parts.css";

/** The parts of the ledger desk. */
export function LedgerTabs() {
  const texts = useTexts("ledger");
  const earnings = useTexts("earnings");
  const may = useMay();
  const tabs = [
    [paths.ledger, texts.journal],
    [paths.ledgerAccounts, texts.accounts],
    [paths.trialBalance, texts.trialBalance],
    [paths.dayClose, texts.dayClose],
    [paths.earnings, earnings.title],
    [paths.earningRates, earnings.rates],
    ...(may("request.manual_journal") ? [[paths.newEntry, texts.newEntry] as const] : []),
  ] as const;
  return (
    <nav className="ops-tabs" aria-label={texts.title}>
      {tabs.map(([to, label]) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
