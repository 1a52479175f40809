import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { NavLink } from "react-router";
import "#console/parts/parts.css";

/** The queues that somebody may have to look at. */
export function JobTabs() {
  const texts = useTexts("jobs");
  const tabs = [
    [paths.jobs, texts.jobs],
    [paths.texts, texts.texts],
    [paths.exceptions, texts.exceptions],
    [paths.openTransfers, texts.stuck],
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
