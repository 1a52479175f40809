import { PageHead } from "#client/PageHead.tsx";
import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { ChevronLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { findKeptApplication, type KeptApplication } from "./applicationForm.ts";
import { LoanForm } from "./LoanForm.tsx";
import "#portal/shared/sheet.css";
import "./loans.css";

/** Apply for Loans (rows J01 to J07). */
export function ApplyForLoansPage() {
  const texts = useTexts("loanApply");
  const kept = useKept();
  return (
    <>
      <PageHead
        title={texts.title}
        before={
          <Link className="back" to={paths.loans}>
            <ChevronLeft />
            {texts.myLoans}
          </Link>
        }
        after={<p className="sub">{texts.lead}</p>}
      />
      {kept === "looking" ? <Waiting /> : <LoanForm kept={kept} />}
    </>
  );
}

/** What an earlier page kept. It is looked for once. */
function useKept(): KeptApplication | undefined | "looking" {
  const [kept, setKept] = useState<KeptApplication | undefined | "looking">("looking");
  useEffect(() => {
    void findKeptApplication()
      .catch(() => undefined)
      .then(setKept);
  }, []);
  return kept;
}

function Waiting() {
  const texts = useTexts("loanApply");
  return (
    <Loading label={texts.loading}>
      <div className="twocol">
        <div className="stack">
          <Panel padded>
            <Skeleton width="100%" height="32rem" />
          </Panel>
          <Panel padded>
            <Skeleton width="100%" height="20rem" />
          </Panel>
        </div>
        <Panel padded>
          <Skeleton width="100%" height="18rem" />
        </Panel>
      </div>
    </Loading>
  );
}
