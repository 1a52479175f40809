import { Reference } from "#ui/Reference.tsx";
import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { generatePath, Link } from "react-router";

/** What a row is for: a loan, with the way to it where it is known, or an account. */
export function PaidFor(props: { loanNo: string; accountNo: string; hasLink?: boolean }) {
  const { loanNo, accountNo, hasLink = false } = props;
  const may = useMay();
  if (loanNo === "" || accountNo !== "") {
    const both = [loanNo, accountNo].filter((one) => one !== "").join(", ");
    return <Reference value={both || "–"} />;
  }
  if (!hasLink || !may("loan.view")) return <Reference value={loanNo} />;
  return (
    <Link to={generatePath(paths.loan, { loanNo })}>
      <Reference value={loanNo} />
    </Link>
  );
}
