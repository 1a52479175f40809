import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { NavLink } from "react-router";
import "#console/parts/parts.css";

/** The queues that somebody may have to look at; above a list it keeps to the list's own edge. */
export function JobTabs({ isAbove }: { isAbove?: boolean }) {
  const texts = useTexts("jobs");
  const tabs = [
    [paths.jobs, texts.jobs],
    [paths.texts, texts.texts],
    [paths.exceptions, texts.exceptions],
    [paths.openTransfers, texts.stuck],
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
