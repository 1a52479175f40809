import { LOCK_ENDS, type LockEnd as End, lockEndsAt } from "#contract/cardLocks.ts";
import { setLockEnd } from "#contract/cardSettings.ts";
import type { Failure } from "#contract/endpoint.ts";
import { serverDate } from "#client/clock.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useStanding } from "#client/useStanding.ts";
import { call } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useState } from "react";

/** Of a card that its member has locked: when the lock ends, and the way to say so. */
export function LockEnd({ endsAt }: { endsAt: string | null }) {
  const texts = useTexts("cardUse").lockEnd;
  const use = useTexts("cardUse");
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="set-note lock-end">
      <p>
        {endsAt === null
          ? texts.byHand
          : texts.ends(formatDate(new Date(endsAt), "dayTime", language))}
      </p>
      <Button small aria-label={use.changeOf(texts.title)} onClick={() => setIsOpen(true)}>
        {use.change}
      </Button>
      {isOpen && <LockEndDialog endsAt={endsAt} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function LockEndDialog(props: { endsAt: string | null; onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("cardUse").lockEnd;
  const use = useTexts("cardUse");
  const language = useLanguage();
  const guid = useGuid();
  const [end, setEnd] = useState<End>(props.endsAt === null ? "by_hand" : "hour");
  const [isPending, setIsPending] = useState(false);
  const [refused, setFailure] = useState<Failure>();
  const failure = useStanding(refused);

  async function save() {
    setFailure(undefined);
    setIsPending(true);
    const answer = await call(setLockEnd, { params: { guid }, body: { ends: end } });
    await readCardAnew();
    setIsPending(false);
    if (answer.status) props.onClose();
    else if (answer.code !== SESSION_ENDED) setFailure(answer);
  }

  return (
    <Dialog title={texts.title} onClose={props.onClose}>
      <div className="stack">
        <ChoiceCards
          legend={texts.when}
          name="ends"
          value={end}
          onChange={setEnd}
          choices={LOCK_ENDS.map((value) => {
            const at = lockEndsAt(value, serverDate());
            const detail = at === null ? undefined : formatDate(at, "dayTime", language);
            return { value, title: texts.choices[value], detail };
          })}
        />
        {failure !== undefined && (
          <Notice kind="bad" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        <div className="btnrow">
          <Button
            look="primary"
            pending={isPending}
            pendingLabel={use.purchaseTexts.saving}
            onClick={() => void save()}
          >
            {use.purchaseTexts.save}
          </Button>
          <Button look="quiet" onClick={props.onClose}>
            {common.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
