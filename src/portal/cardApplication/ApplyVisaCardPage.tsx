import { useBarText } from "#portal/shared/barText.ts";
import { type CardBar, whyNotCard } from "#portal/shared/cardStanding.ts";
import { cardStatusNumbers, memberStatusNumbers } from "#contract/cardStatus.ts";
import type { FieldError } from "#contract/endpoint.ts";
import type { DashboardCard } from "#contract/members.ts";
import { cardRequestRead, officesRead } from "#portal/api/cardReads.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { ForbiddenPage, NotFoundPage } from "#portal/layout/NoPage.tsx";
import { type CardKind, paths } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { type Asked, NotRead } from "#portal/shared/NotRead.tsx";
import { useMayStay, useMemberCard } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useIsOnline } from "#ui/online.ts";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { Confirm } from "./Confirm.tsx";
import { Details } from "./Details.tsx";
import { RefusedApplication } from "./RefusedApplication.tsx";
import "./cardApplication.css";

/** The review of a card application (rows K01–K10): what the partner bank will be told, and the yes. */
export function ApplyVisaCardPage() {
  const { type } = useParams();
  if (type !== undefined && type !== "personalized") return <NotFoundPage />;
  const kind = type === undefined ? "generic" : "perso";
  return <Application key={kind} kind={kind} />;
}

function Application({ kind }: { kind: CardKind }) {
  const texts = useTexts("cardApplication");
  const found = useMemberCard();
  const shell = useTexts("shell");
  const profile = useStore(profileState);
  const mayOpen =
    found.state === "ready" && profile !== undefined
      ? whyNotApply(found.card, kind) === undefined && profile.status === memberStatusNumbers.active
      : undefined;
  const mayStay = useMayStay(mayOpen);
  const bar = found.state === "ready" ? whyNotApply(found.card, kind) : undefined;
  const barText = useBarText(mayStay === false ? (bar ?? "card_state") : undefined);
  const query = useQuery({ ...cardRequestRead(useGuid(), kind), enabled: mayStay === true });
  const offices = useQuery({ ...officesRead(), enabled: mayStay === true && kind === "perso" });
  const [refused, setRefused] = useState<readonly FieldError[]>();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const hasFailed =
    found.state === "failed" ||
    [query, offices].some((one) => one.isError && one.data === undefined);

  useEffect(() => {
    // Row K10. Why, the dashboard says itself: it failed to load as well, or works.
    if (hasFailed && isOnline) void navigate(paths.dashboard, { replace: true });
  }, [hasFailed, isOnline, navigate]);

  if (mayStay === false) {
    const isMember = profile?.status === memberStatusNumbers.active;
    const reason = isMember ? barText : shell.membershipSuspended;
    return <ForbiddenPage reason={reason} />;
  }
  if (refused !== undefined) return <RefusedApplication missing={refused} />;
  const data = mayStay === true ? query.data : undefined;
  return (
    <>
      <PageHead
        title={kind === "perso" ? texts.persoTitle : texts.title}
        before={
          <Link className="back" to={paths.dashboard}>
            <ChevronLeft />
            {texts.back}
          </Link>
        }
        after={<p className="sub apply-lead">{texts.lead}</p>}
      />
      {data === undefined || hasFailed ? (
        <NotThere query={hasFailed ? query : undefined} />
      ) : (
        <div className="twocol">
          <Details
            details={{ ...data.details, mothersMaidenName: data.mothersMaidenName }}
            missing={new Set(data.missing.map(({ param }) => param))}
          />
          <Confirm
            kind={kind}
            isUpgrade={
              found.state === "ready" && found.card?.cardStatus === cardStatusNumbers.active
            }
            details={data.details}
            feeAccount={data.feeAccount}
            printedName={data.printedName}
            pickUpOffice={data.pickUpOffice}
            notToday={data.notToday}
            isIncomplete={data.missing.length > 0}
            onRefused={setRefused}
          />
        </div>
      )}
    </>
  );
}

/** Row K01: no card yet or a refused application, for either kind; an active default card, for the upgrade. */
function whyNotApply(card: DashboardCard | null, kind: CardKind): CardBar | undefined {
  if (kind === "generic") return whyNotCard("request_card", card);
  const isUpgrade = card?.cardStatus === cardStatusNumbers.active;
  return whyNotCard(isUpgrade ? "upgrade_card" : "request_perso_card", card);
}

/** On its way; or it failed, and without a connection the page stays. */
function NotThere({ query }: { query: Asked | undefined }) {
  const card = useTexts("card");
  if (query === undefined) return <Waiting />;
  return (
    <Panel>
      <NotRead query={query} title={card.failed} />
    </Panel>
  );
}

function Waiting() {
  const texts = useTexts("cardApplication");
  return (
    <Loading label={texts.loading}>
      <div className="twocol">
        <Panel padded>
          <Skeleton width="100%" height="28rem" />
        </Panel>
        <Panel padded>
          <Skeleton width="100%" height="12rem" />
        </Panel>
      </div>
    </Loading>
  );
}
