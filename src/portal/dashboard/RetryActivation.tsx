import { retryPersoCard } from "#contract/cardApplication.ts";
import { refusals } from "#contract/refusals.ts";
import { call } from "#portal/api/call.ts";
import type { CardApplication } from "#portal/api/cardReads.ts";
import { refreshProfile } from "#portal/api/profile.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";

/** The activation failed at the issuer (row L05). After three tries an office helps. */
export function RetryActivation({ application }: { application: CardApplication | undefined }) {
  const texts = useTexts("cardOffers").failed;
  const language = useLanguage();
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);

  async function retry() {
    setIsPending(true);
    const answer = await call(retryPersoCard, { params: { guid } });
    if (answer.status) {
      await refreshProfile();
      showToast({ kind: "ok", text: texts.activated });
    } else showFailure(answer);
    setIsPending(false);
    void readCardAnew();
  }

  if (application?.retriesLeft === 0)
    return <Notice kind="bad">{refusals.activation_at_office[language]}</Notice>;
  return (
    <Notice kind="bad">
      <p className="retry-text">{texts.text}</p>
      <Button pending={isPending} pendingLabel={texts.retrying} onClick={() => void retry()}>
        {texts.retry}
      </Button>
    </Notice>
  );
}
