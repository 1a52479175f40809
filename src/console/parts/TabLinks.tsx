import { NavLink } from "react-router";
import "./parts.css";

/** The way between screens that belong together. */
export function TabLinks(props: {
  label: string;
  tabs: readonly { to: string; label: string; isShown: boolean }[];
}) {
  const shown = props.tabs.filter(({ isShown }) => isShown);
  if (shown.length < 2) return null;
  return (
    <nav className="ops-tabs" aria-label={props.label}>
      {shown.map(({ to, label }) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
