import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useRef } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { AccessPart } from "./AccessPart.tsx";
import { RequestMenu } from "./RequestMenu.tsx";
import { CardPart } from "./CardPart.tsx";
import { CasesPart } from "./CasesPart.tsx";
import { CloseAccess, ClosedNotice } from "./CloseAccess.tsx";
import { FreezeAccount, FrozenNotice } from "./FreezeAccount.tsx";
import { IssueCode } from "./IssueCode.tsx";
import { fileRead } from "./memberReads.ts";
import { MoneyPart } from "./MoneyPart.tsx";
import { ProfilePart } from "./ProfilePart.tsx";
import { SchedulesPart } from "./SchedulesPart.tsx";
import { ToldPart } from "./ToldPart.tsx";
import { TrailPart } from "./TrailPart.tsx";
import { TransfersPart } from "./TransfersPart.tsx";
import "./members.css";

const PARTS = {
  profile: ProfilePart,
  money: MoneyPart,
  card: CardPart,
  access: AccessPart,
  transfers: TransfersPart,
  schedules: SchedulesPart,
  told: ToldPart,
  cases: CasesPart,
  trail: TrailPart,
} satisfies Record<string, ComponentType<{ file: MemberFile }>>;
type PartName = keyof typeof PARTS;
// The keys of this very object.
const NAMES = Object.keys(PARTS) as PartName[];

/** A member's file, part by part; which part shows stands in the address. */
export function MemberPage() {
  const texts = useTexts("members");
  const { memberGuid = "" } = useParams();
  const { data: file, error, isPending, refetch } = useQuery(fileRead(memberGuid));
  if (file) return <File file={file} />;
  return (
    <div className="c-page">
      {isPending ? (
        <Loading>
          <Skeleton width="50%" height="2rem" />
          <Panel padded>
            <Skeleton width="70%" />
          </Panel>
        </Loading>
      ) : (
        <>
          <PageHead title={texts.title} />
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </>
      )}
      <p className="sr">{texts.recorded}</p>
    </div>
  );
}

function File({ file }: { file: MemberFile }) {
  const texts = useTexts("members");
  const [params] = useSearchParams();
  const names = NAMES.filter((name) => name !== "trail" || file.may.seeAudit);
  const shown = names.find((name) => name === params.get("part")) ?? "profile";
  const Part = PARTS[shown];
  return (
    <div className="c-page">
      <PageHead
        title={[
          file.lastName,
          [file.firstName, file.middleName, file.qualifier].filter(Boolean).join(" "),
        ]
          .filter(Boolean)
          .join(", ")}
        before={<Link to={paths.members}>{texts.title}</Link>}
        after={
          <p className="sub">
            {file.membershipNo} · {file.branchName || "–"} ·{" "}
            <StatusTag kind={file.hasOnlineAccess && file.status === "active" ? "ok" : "neutral"}>
              {file.hasOnlineAccess ? texts.status[file.status] : texts.noOnline}
            </StatusTag>{" "}
            {texts.recorded}
          </p>
        }
        actions={
          <div className="m-actions">
            <IssueCode file={file} />
            <FreezeAccount file={file} />
            <CloseAccess file={file} />
            <RequestMenu file={file} />
          </div>
        }
      />
      <ClosedNotice file={file} />
      <FrozenNotice file={file} />
      <Tabs names={names} shown={shown} />
      <Part file={file} />
    </div>
  );
}

function Tabs({ names, shown }: { names: readonly PartName[]; shown: PartName }) {
  const texts = useTexts("members");
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the row of tabs is wider than the screen.
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not give back.
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown]);
  return (
    <nav className="m-tabs" aria-label={texts.tabsLabel}>
      {names.map((name) => (
        <Link
          key={name}
          ref={name === shown ? current : undefined}
          to={`?part=${name}`}
          aria-current={name === shown ? "page" : undefined}
        >
          {texts.tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
