import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { Reference } from "#ui/Reference.tsx";
import { generatePath, Link } from "react-router";

type Props = {
  refNo: string;
  /** The branch of the member who ordered it; left out where it is not known. */
  officeId?: string;
};

/** A transfer's reference number, which leads to its file for whoever may see it. */
export function TransferLink({ refNo, officeId }: Props) {
  const may = useMay();
  return may("transfer.view", officeId) ? (
    <Link to={generatePath(paths.transfer, { refNo })}>
      <Reference value={refNo} />
    </Link>
  ) : (
    <Reference value={refNo} />
  );
}
