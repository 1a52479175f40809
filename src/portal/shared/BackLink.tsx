import { paths } from "#portal/paths.ts";
import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";

/** The way back at the top of a signed-out page. */
export function BackLink({ to = paths.login, children }: { to?: string; children: string }) {
  return (
    <Link className="back-link" to={to}>
      <ChevronLeft />
      {children}
    </Link>
  );
}
