import { LoanApplications } from "#portal/shared/LoanApplications.tsx";
import { Outlook } from "./Outlook.tsx";

/** What stands beneath the dashboard's loans, and comes after everything else, so that nothing moves. */
export function Below() {
  return (
    <>
      <LoanApplications />
      <Outlook />
    </>
  );
}
