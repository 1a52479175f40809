import type { Outlook } from "#contract/outlook.ts";
import { loanPath } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { Link } from "react-router";
import "./outlook.css";

/** The loans that are paid, each with its page. */
export function PaidLoans({ loans }: { loans: Outlook["paidLoans"] }) {
  const texts = useTexts("outlook");
  const dashboard = useTexts("dashboard");
  const language = useLanguage();
  return (
    <section aria-labelledby="paid-loans">
      <SectionHead id="paid-loans" title={texts.paidLoans} count={loans.length} />
      <Panel>
        <ul>
          {loans.map(({ loanNo, name, endedOn }) => (
            <li key={loanNo} className="outlook-row">
              <div>
                <b>{name}</b>
                <span className="meta">
                  <Reference value={loanNo} />
                </span>
                <span className="meta">
                  {texts.paidOn(formatDate(dayOf(endedOn), "day", language))}
                </span>
              </div>
              <div className="end">
                <Link to={loanPath(loanNo)}>
                  {dashboard.details}
                  <span className="sr">
                    {" "}
                    <Reference value={loanNo} />
                  </span>
                </Link>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    </section>
  );
}
