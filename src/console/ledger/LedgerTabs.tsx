import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { NavLink } from "react-router";
import "#console/parts/parts.css";

/** The parts of the ledger desk; above a list it keeps to the list's own edge. */
export function LedgerTabs({ isAbove }: { isAbove?: boolean }) {
  const texts = useTexts("ledger");
  const tabs = [
    [paths.ledger, texts.journal],
    [paths.ledgerAccounts, texts.accounts],
    [paths.trialBalance, texts.trialBalance],
    [paths.dayClose, texts.dayClose],
  ] as const;
  return (
    <nav className={classNames("ops-tabs", isAbove && "ops-above")} aria-label={texts.title}>
      {tabs.map(([to, label]) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
