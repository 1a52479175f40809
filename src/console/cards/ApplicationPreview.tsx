import { Reference } from "#ui/Reference.tsx";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { paths } from "#console/paths.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import type { ApplicationDetails, ApplicationRow } from "#contract/staff/cards.ts";
import { DateText, formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { generatePath, Link } from "react-router";
import { ApplicationActions } from "./ApplicationActions.tsx";
import { applicationRead } from "./cardReads.ts";
import { Happened } from "./Happened.tsx";
import { Pictures } from "./Pictures.tsx";
import { StageTag } from "./tags.tsx";

/** The panel of an application: how it stands, what was sent, what can be done, what happened. */
export function ApplicationPreview({ row, onClose }: { row: ApplicationRow; onClose: () => void }) {
  const query = useQuery(applicationRead(row.id));
  return (
    <ReadPreview title={row.member} query={query} onClose={onClose}>
      {(application) => <Details application={application} />}
    </ReadPreview>
  );
}

function Details({ application }: { application: ApplicationDetails }) {
  const texts = useTexts("cards");
  const language = useLanguage();
  return (
    <div className="k-preview">
      <Facts application={application} />
      <ApplicationActions application={application} />
      <section aria-label={texts.sent}>
        <h3>{texts.sent}</h3>
        <KeyValueList
          isTight
          rows={Object.entries(application.details).map(([name, value]) => ({
            key: name,
            name: texts.details[name] ?? name,
            value: shownDetail(name, value, texts, language) || "–",
          }))}
        />
      </section>
      <Pictures application={application} />
      <Happened events={application.events.map((one) => ({ ...one, detail: one.reason }))} />
    </div>
  );
}

/** Codes and dates of a detail in words. */
function shownDetail(
  name: string,
  value: string,
  texts: Catalogue["cards"],
  language: string,
): string {
  if (name === "dateOfBirth" && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return formatDate(new Date(`${value}T00:00:00+08:00`), "day", language);
  }
  return texts.detailCodes[name]?.[value] ?? value;
}

function Facts({ application }: { application: ApplicationDetails }) {
  const texts = useTexts("cards");
  const { card } = useTexts("members");
  const language = useLanguage();
  const { release, retries, reason, issuerReference, estimatedReleaseOn, printedName } =
    application;
  const at = (moment: string) => (
    <DateText at={new Date(moment)} form="dayTime" language={language} />
  );
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value });
  return (
    <>
      <p className="k-file">
        <Link to={generatePath(paths.member, { memberGuid: application.memberGuid })}>
          {texts.toMember}
        </Link>
      </p>
      <KeyValueList
        isTight
        rows={[
          fact(texts.reference, <Reference value={application.reference} />),
          fact(texts.membershipNo, application.membershipNo),
          fact(texts.kind, texts.kindNames[application.kind]),
          ...(printedName === "" ? [] : [fact(texts.printedName, printedName)]),
          fact(texts.stage, <StageTag stage={application.stage} />),
          fact(texts.cardStatus, card.states[application.cardStatus] ?? application.cardStatus),
          fact(texts.branch, application.branchName || "–"),
          fact(texts.serial, application.serial || texts.noSerial),
          fact(texts.requested, at(application.requestedAt)),
          ...(estimatedReleaseOn === null
            ? []
            : [
                fact(
                  texts.estimated,
                  <DateText
                    at={new Date(`${estimatedReleaseOn}T00:00:00+08:00`)}
                    form="day"
                    language={language}
                  />,
                ),
              ]),
          fact(texts.fee, <Fee application={application} />),
          ...(issuerReference === "" ? [] : [fact(texts.issuerReference, issuerReference)]),
          ...(retries === 0 ? [] : [fact(texts.retries, String(retries))]),
          ...(reason === "" ? [] : [fact(texts.reason, reason)]),
          ...(release === null
            ? []
            : [
                fact(
                  texts.handedOver,
                  <>
                    {at(release.at)} <span className="meta">{texts.handedOverBy(release.by)}</span>
                  </>,
                ),
              ]),
        ]}
      />
    </>
  );
}

function Fee({
  application: { fee, feeAccount, isFeeReturned },
}: {
  application: ApplicationDetails;
}) {
  const texts = useTexts("cards");
  const more = [
    feeAccount === "" ? "" : texts.feeFrom(feeAccount),
    isFeeReturned ? texts.feeReturned : "",
  ].filter((part) => part !== "");
  return (
    <>
      <Money amount={fee} alwaysShown />
      {more.length > 0 && <span className="meta k-why">{more.join(", ")}</span>}
    </>
  );
}
