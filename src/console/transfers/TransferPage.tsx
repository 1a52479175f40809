import { ending } from "#contract/cardNames.ts";
import { Reference } from "#ui/Reference.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { dayText } from "#console/parts/Day.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { paths } from "#console/paths.ts";
import { Timeline } from "#console/table/Timeline.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { TransferFile } from "#contract/staff/transfers.ts";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { generatePath, Link, useParams } from "react-router";
import { DueText } from "./DueText.tsx";
import { TransferActions } from "./TransferActions.tsx";
import { TransferParts } from "./TransferParts.tsx";
import { transferRead } from "./transferReads.ts";
import { payeeRows, shopRows } from "./payeeRows.tsx";
import "./transfers.css";

const KINDS = {
  accepted: "info",
  sent: "info",
  unknown: "warn",
  credited: "ok",
  returned: "neutral",
} as const;

/** One transfer with everything that is known of it, and what may be done about it. */
export function TransferPage() {
  const texts = useTexts("transfers");
  const { refNo = "" } = useParams();
  const query = useQuery(transferRead(refNo));
  return (
    <div className="c-page">
      <PageHead
        title={refNo}
        heading={<Reference value={refNo} />}
        before={<Link to={paths.openTransfers}>{texts.title}</Link>}
        actions={query.data && <TransferActions file={query.data} />}
      />
      <Loaded query={query}>
        {(file) => (
          <>
            {file.rail?.isRefundedUnconfirmed && (
              <Notice kind="warn">{texts.refundedUnconfirmed}</Notice>
            )}
            {file.rail !== null && file.rail.clockStoppedAt !== null && (
              <Notice kind="warn">{texts.clockStopped}</Notice>
            )}
            {file.goesOut !== null && <StillGoesOut {...file.goesOut} />}
            <div className="x-file">
              <Facts file={file} />
              <Panel padded>
                <Steps file={file} />
              </Panel>
            </div>
            <TransferParts file={file} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Why the money cannot be refunded yet. */
function StillGoesOut({ waitsFor, until }: NonNullable<TransferFile["goesOut"]>) {
  const texts = useTexts("transfers");
  return (
    <Notice kind="info">
      {texts.goesOut}
      {until !== null && (
        <>
          {" "}
          {texts.goesOutUntil} <Moment at={until} />
        </>
      )}
      . {texts.goesOutWaits[waitsFor]}
    </Notice>
  );
}

function Facts({ file }: { file: TransferFile }) {
  const language = useLanguage();
  const texts = useTexts("transfers");
  const memberPath = generatePath(paths.member, { memberGuid: file.memberGuid });
  return (
    <Panel padded>
      <KeyValueList
        isTight
        rows={[
          {
            key: "state",
            name: texts.state,
            value: <StatusTag kind={KINDS[file.state]}>{texts.ended[file.state]}</StatusTag>,
          },
          {
            key: "member",
            name: texts.member,
            value: (
              <>
                <Link to={memberPath}>{file.member}</Link>{" "}
                <span className="meta">{file.membershipNo}</span>
              </>
            ),
          },
          { key: "kind", name: texts.kind, value: texts.kinds[file.kind] },
          { key: "from", name: texts.from, value: `${file.from} ${ending(file.fromTail)}` },
          { key: "to", name: texts.to, value: ending(file.toTail) },
          ...payeeRows(file.payee, texts),
          ...shopRows(file.shop, texts),
          { key: "amount", name: texts.amount, value: <Money amount={file.amount} alwaysShown /> },
          { key: "fee", name: texts.fee, value: <Money amount={file.fee} alwaysShown /> },
          {
            key: "total",
            name: texts.total,
            value: <Money amount={file.amount + file.fee} alwaysShown />,
            isTotal: true,
          },
          { key: "inquiries", name: texts.inquiries, value: String(file.attempts) },
          ...(file.nextInquiryAt === null
            ? []
            : [
                { key: "next", name: texts.nextInquiry, value: <Moment at={file.nextInquiryAt} /> },
              ]),
          ...(file.issuerReference === null
            ? []
            : [{ key: "issuer", name: texts.issuerReference, value: file.issuerReference }]),
          ...(file.rail === null ? [] : railRows(file.rail, texts, language)),
          // Of one that has ended nothing is owed any more.
          ...(file.rail === null || file.nextInquiryAt === null
            ? []
            : [{ key: "due", name: texts.due, value: <DueText at={file.rail.refundDueAt} /> }]),
        ]}
      />
    </Panel>
  );
}

type Texts = ReturnType<typeof useTexts<"transfers">>;

function railRows(rail: NonNullable<TransferFile["rail"]>, texts: Texts, language: string) {
  const said = (
    [
      "hasAcknowledged",
      "isHeld",
      "hasSettled",
      "hasCredited",
      "hasRejected",
      "hasReturned",
    ] as const
  ).filter((word) => rail[word]);
  return [
    { key: "bank", name: texts.bank, value: `${rail.bankName} (${rail.bankBic})` },
    { key: "name", name: texts.accountName, value: rail.accountName },
    ...(rail.cycleDay === null
      ? []
      : [
          {
            key: "cycle",
            name: texts.cycle,
            value: `${dayText(rail.cycleDay, language)}, ${rail.cycleNo}`,
          },
        ]),
    ...(rail.creditBy === null
      ? []
      : [{ key: "creditBy", name: texts.creditBy, value: <Moment at={rail.creditBy} /> }]),
    { key: "leg", name: texts.atIssuer, value: texts.issuerLegs[rail.issuerLeg] },
    {
      key: "said",
      name: texts.railSays,
      value: said.map((word) => texts.words[word]).join(", ") || texts.nothingSaid,
    },
    ...(rail.reasonCode === null
      ? []
      : [{ key: "reason", name: texts.reasonCode, value: <code>{rail.reasonCode}</code> }]),
  ];
}

function Steps({ file }: { file: TransferFile }) {
  const texts = useTexts("transfers");
  return (
    <Timeline
      level={2}
      events={[
        {
          key: "accepted",
          what: texts.ended.accepted,
          who: texts.inThePortal,
          at: new Date(file.acceptedAt),
        },
        ...file.steps.map(({ state, via, detail, at }, index) => ({
          key: String(index),
          what: (
            <>
              {texts.stepNames[state] ?? state}
              {detail !== "" && (
                <span className="meta x-detail">
                  {texts.details[detail] ?? <code>{detail}</code>}
                </span>
              )}
            </>
          ),
          who: texts.vias[via] ?? via,
          at: new Date(at),
        })),
      ]}
    />
  );
}

function Moment({ at }: { at: string }) {
  const language = useLanguage();
  return <DateText at={new Date(at)} form="dayTime" language={language} />;
}
