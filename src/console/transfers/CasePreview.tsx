import { Who } from "#console/parts/Who.tsx";
import { paths } from "#console/paths.ts";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import type { CaseFile } from "#contract/staff/transferCases.ts";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useQuery } from "@tanstack/react-query";
import { generatePath, Link } from "react-router";
import { CaseActions } from "./CaseActions.tsx";
import { caseRead } from "./transferReads.ts";
import "./transfers.css";

/** The panel of a case: what it is about, what was said, and what can be done. */
export function CasePreview({ caseNo, onClose }: { caseNo: string; onClose: () => void }) {
  const query = useQuery(caseRead(caseNo));
  return (
    <ReadPreview title={caseNo} reference={caseNo} query={query} onClose={onClose}>
      {(file) => <Details file={file} />}
    </ReadPreview>
  );
}

function Details({ file }: { file: CaseFile }) {
  const texts = useTexts("transfers");
  const language = useLanguage();
  const at = (moment: string) => (
    <DateText at={new Date(moment)} form="dayTime" language={language} />
  );
  return (
    <>
      <KeyValueList
        isTight
        rows={[
          { key: "reason", name: texts.reason, value: texts.reasons[file.reason] },
          {
            key: "ref",
            name: texts.reference,
            value: (
              <Link to={generatePath(paths.transfer, { refNo: file.refNo })}>
                <Reference value={file.refNo} />
              </Link>
            ),
          },
          { key: "amount", name: texts.amount, value: <Money amount={file.amount} alwaysShown /> },
          {
            key: "member",
            name: texts.member,
            value: (
              <Link to={generatePath(paths.member, { memberGuid: file.memberGuid })}>
                {file.member}
              </Link>
            ),
          },
          {
            key: "state",
            name: texts.state,
            value: [
              texts.caseStates[file.state],
              file.waitsFor && texts.waitsForNames[file.waitsFor],
            ]
              .filter(Boolean)
              .join(": "),
          },
          file.answeredAt === null
            ? { key: "by", name: texts.respondBy, value: at(file.respondBy) }
            : { key: "answered", name: texts.answeredAt, value: at(file.answeredAt) },
          { key: "owner", name: texts.owner, value: file.owner ?? texts.nobody },
        ]}
      />
      {file.isLate && <Notice kind="info">{texts.isLate}</Notice>}
      {file.mayWork && <CaseActions file={file} />}
      <Timeline
        events={file.events.map(({ at: moment, what, actor, words, toOwner }, index) => ({
          key: String(index),
          what: (
            <>
              {[texts.caseEvents[what], toOwner && texts.handedTo(toOwner)]
                .filter(Boolean)
                .join(" ")}
              {words !== "" && <span className="x-words">{words}</span>}
            </>
          ),
          who: <Who name={actor} />,
          at: new Date(moment),
        }))}
      />
    </>
  );
}
