import { useTexts } from "#console/texts/texts.ts";
import { canBeLocked } from "#contract/cardStatus.ts";
import type { MemberCard, MemberFile } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CardDetails } from "./CardDetails.tsx";
import { LockCard } from "./LockCard.tsx";
import { cardRead } from "./memberReads.ts";
import { Moment } from "./Moment.tsx";
import { PartState } from "./PartState.tsx";
import { UnsuspendCard } from "./UnsuspendCard.tsx";

/** The card: states and locks, never its number. */
export function CardPart({ file }: { file: MemberFile }) {
  const { card: texts } = useTexts("members");
  const read = useQuery(cardRead(file.memberGuid));
  return (
    <PartState read={read}>
      {({ card }) => (
        <>
          {card === null ? <EmptyState title={texts.none} /> : <CardFacts card={card} />}
          <CardActions file={file} card={card} />
        </>
      )}
    </PartState>
  );
}

function CardActions({ file, card }: { file: MemberFile; card: MemberCard | null }) {
  const { memberGuid, may } = file;
  const isToLock = card !== null && canBeLocked(card) && !card.isAdminLocked;
  return (
    <div className="m-actions">
      {may.lockCard && isToLock && <LockCard memberGuid={memberGuid} />}
      {may.unsuspendCard && card?.status === "suspended" && (
        <UnsuspendCard memberGuid={memberGuid} />
      )}
      {may.completeCardDetails && <CardDetails memberGuid={memberGuid} />}
    </div>
  );
}

function CardFacts({ card }: { card: MemberCard }) {
  const { card: texts } = useTexts("members");
  const locked = (isLocked: boolean) => (
    <StatusTag kind={isLocked ? "bad" : "neutral"}>{isLocked ? texts.yes : texts.no}</StatusTag>
  );
  const rows = [
    fact(texts.number, card.cardNumber),
    fact(texts.account, card.accountNo || "–"),
    fact(texts.status, texts.states[card.status] ?? card.status),
    fact(texts.perso, texts.states[card.persoStatus] ?? card.persoStatus),
    fact(texts.type, card.cardType),
    fact(texts.memberLock, locked(card.isMemberLocked)),
    fact(texts.adminLock, locked(card.isAdminLocked)),
    fact(texts.freezeLock, locked(card.isFreezeLocked)),
    fact(texts.balance, <Money amount={card.balance} />),
    fact(texts.limit, <Money amount={card.withdrawalLimit} />),
    fact(texts.pin, <Moment at={card.pinChangedAt} />),
    fact(texts.cvv, <Moment at={card.cvvChangedAt} />),
  ];
  return (
    <>
      {card.waitsForIssuer.length > 0 && (
        <Notice kind="warn">
          {texts.waitsForIssuer}{" "}
          {card.waitsForIssuer.map((kind) => texts.orders[kind] ?? kind).join(", ")}.
        </Notice>
      )}
      <Panel padded>
        <KeyValueList isTight rows={rows} />
      </Panel>
    </>
  );
}

/** One line of the list; what is not known is a dash. */
function fact(name: string, value: ReactNode) {
  return { key: name, name, value: value === "" ? "–" : value };
}
