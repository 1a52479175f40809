import { dashboardRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { accountPath } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

/** Where the movements of the other accounts are: this list is the card's. */
export function Elsewhere() {
  const texts = useTexts("history");
  const { data } = useQuery(dashboardRead(useGuid()));
  const accounts = data?.accounts ?? [];
  if (accounts.length === 0) return null;
  return (
    <div className="elsewhere">
      <p className="meta">{texts.elsewhere}</p>
      <ul>
        {accounts.map(({ accountNumber, name }) => (
          <li key={accountNumber}>
            <Link to={accountPath(accountNumber)}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
