import { lockCard, unlockCard } from "#contract/cardSettings.ts";
import type { CardDetails } from "#contract/members.ts";
import { call } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Switch } from "#ui/Switch.tsx";
import { showToast } from "#ui/toasts.ts";
import { Lock } from "lucide-react";
import { useState } from "react";
import { LockEnd } from "./LockEnd.tsx";

/**
 * The lock of the card (row N02). The switch shows where it is going while the issuer is asked, and stands
 * there for good only once the issuer has confirmed. Without an answer the page says that it is still being
 * done: the server goes on with it.
 */
export function LockRow({ details }: { details: CardDetails }) {
  const texts = useTexts("cardUse").lock;
  const guid = useGuid();
  const [goingTo, setGoingTo] = useState<boolean>();
  const isLocked = details.memberLocked === 1;
  const isPending = goingTo !== undefined || details.lockPending !== null;
  const shown =
    goingTo ?? (details.lockPending === null ? isLocked : details.lockPending === "lock");

  async function turn(toLocked: boolean) {
    setGoingTo(toLocked);
    const answer = await call(toLocked ? lockCard : unlockCard, { params: { guid } });
    if (answer.status)
      showToast({ kind: "ok", text: toLocked ? texts.locked : texts.unlocked, key: "card-lock" });
    else showFailure(answer);
    // After a no as well: only the server knows where it stands now. Until it has said so, the switch stays.
    await readCardAnew();
    setGoingTo(undefined);
  }

  return (
    <div className="setrow has-action">
      <span className="ic" aria-hidden="true">
        <Lock />
      </span>
      <p className="set-name" id="lock-name">
        {texts.name}
      </p>
      <div className="set-value" id="lock-hint">
        <span className="meta">{texts.hint}</span>
      </div>
      <div className="set-action">
        <Switch
          id="lock"
          labelledBy="lock-name"
          describedBy="lock-hint"
          isOn={shown}
          pending={isPending}
          onChange={(next) => void turn(next)}
        />
      </div>
      <output className="set-doing meta strong">
        {isPending && (shown ? texts.locking : texts.unlocking)}
      </output>
      {isLocked && !isPending && <LockEnd endsAt={details.lockEndsAt} />}
      {details.lockPending !== null && goingTo === undefined && (
        <div className="set-note">
          <Notice kind="warn">
            {details.lockPending === "lock" ? texts.stillLocking : texts.stillUnlocking}
          </Notice>
        </div>
      )}
    </div>
  );
}
