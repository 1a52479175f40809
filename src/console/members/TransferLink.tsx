import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { generatePath, Link } from "react-router";

/** A transfer's reference number, which leads to its file for whoever may see it. */
export function TransferLink({ refNo }: { refNo: string }) {
  const may = useMay();
  return may("transfer.view") ? (
    <Link to={generatePath(paths.transfer, { refNo })}>{refNo}</Link>
  ) : (
    refNo
  );
}
