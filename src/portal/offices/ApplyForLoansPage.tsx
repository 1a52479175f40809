import { loanTypes } from "#contract/loanTypes.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { OfficePage } from "./OfficePage.tsx";

/** Where to ask for a loan, and which loans there are. */
export function ApplyForLoansPage() {
  const { loans } = useTexts("offices");
  return (
    <OfficePage title={loans.title} lead={loans.lead}>
      <section aria-labelledby="loan-types">
        <SectionHead id="loan-types" title={loans.types} />
        <ul className="loan-types">
          {Object.entries(loanTypes).map(([code, label]) => (
            <li key={code} className="panel">
              <LoanPicture code={code} />
              {label}
            </li>
          ))}
        </ul>
      </section>
    </OfficePage>
  );
}
