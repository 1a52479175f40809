import { keepLocked, type LockableAccount, type LockRelease } from "#contract/moneyLock.ts";
import { call } from "#portal/api/call.ts";
import { moneyLocksRead, readMoneyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useQuery } from "@tanstack/react-query";
import { LockKeyhole, LockKeyholeOpen } from "lucide-react";
import { useState } from "react";
import { LockDialog, ReleaseDialog } from "./LockDialogs.tsx";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";

/** Money that the member has locked, account by account, and what of it will be free. */
export function Locks() {
  const texts = useTexts("moneyLock");
  const language = useLanguage();
  const query = useQuery(moneyLocksRead(useGuid()));
  return (
    <SafetySection id="money-lock" title={texts.title} hint={texts.hint} query={query} rows={2}>
      {({ accounts, pausedUntil }) => (
        <Panel>
          {accounts.length === 0 && <EmptyState title={texts.noAccounts} />}
          {pausedUntil !== null && accounts.some(({ locked }) => locked > 0n) && (
            <div className="safe-foot">
              <Notice kind="safety">
                {texts.paused(formatDate(new Date(pausedUntil), "dayTime", language))}
              </Notice>
            </div>
          )}
          <ul>
            {accounts.map((account) => (
              <LockRow key={account.accountNumber} account={account} />
            ))}
          </ul>
        </Panel>
      )}
    </SafetySection>
  );
}

function LockRow({ account }: { account: LockableAccount }) {
  const texts = useTexts("moneyLock");
  const amountText = useAmountText();
  const [open, setOpen] = useState<"lock" | "release">();
  const { name, accountNumber, available, locked, releases } = account;
  const fast = releases.reduce((rest, { amount }) => rest - amount, locked);
  const close = () => setOpen(undefined);
  return (
    <SafetyRow
      icon={locked > 0n ? LockKeyhole : LockKeyholeOpen}
      name={texts.account(name, accountNumber)}
      isActionBeneath
      action={
        <div className="btnrow start">
          {available > 0n && (
            <Button small aria-label={texts.lockOf(name)} onClick={() => setOpen("lock")}>
              {texts.lock}
            </Button>
          )}
          {fast > 0n && (
            <Button small aria-label={texts.unlockOf(name)} onClick={() => setOpen("release")}>
              {texts.unlock}
            </Button>
          )}
        </div>
      }
    >
      <span className="safe-line">
        {locked > 0n ? <b>{texts.locked(amountText(locked))}</b> : texts.nothing}
        {` · ${texts.available(amountText(available))}`}
      </span>
      {releases.map((release) => (
        <Release key={release.releaseId} release={release} />
      ))}
      {open === "lock" && <LockDialog account={account} onClose={close} />}
      {open === "release" && <ReleaseDialog account={account} locked={fast} onClose={close} />}
    </SafetyRow>
  );
}

/** What will be free, and the way to stop it. */
function Release({ release: { releaseId, amount, freeFrom } }: { release: LockRelease }) {
  const texts = useTexts("moneyLock");
  const language = useLanguage();
  const amountText = useAmountText();
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);
  async function keep() {
    setIsPending(true);
    const answer = await call(keepLocked, { params: { guid }, body: { releaseId } });
    if (answer.status) announce(texts.kept);
    else showFailure(answer);
    await readMoneyAnew();
    setIsPending(false);
  }
  return (
    <span className="safe-line">
      {texts.release(amountText(amount), formatDate(new Date(freeFrom), "dayTime", language))}{" "}
      <Button
        small
        look="quiet"
        aria-label={texts.keepOf(amountText(amount))}
        pending={isPending}
        onClick={() => void keep()}
      >
        {texts.keep}
      </Button>
    </span>
  );
}
