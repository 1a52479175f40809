import type { Passkey } from "#contract/passkeys.ts";
import { canUsePasskeys, passkeysRead } from "#portal/api/passkeyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { AddPasskey, RemovePasskey, RenamePasskey } from "./PasskeyDialogs.tsx";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";

/** What signs the member in and approves without a text: to add, name and remove. */
export function Passkeys() {
  const texts = useTexts("safety").passkeys;
  const query = useQuery(passkeysRead(useGuid()));
  return (
    <SafetySection id="passkeys" title={texts.title} hint={texts.hint} query={query} rows={1}>
      {(passkeys) => (
        <Panel>
          {passkeys.length === 0 ? (
            <p className="safe-foot sub">{texts.none}</p>
          ) : (
            <ul>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          <div className="safe-foot">
            {canUsePasskeys() ? <AddPasskey /> : <p className="sub">{texts.notHere}</p>}
          </div>
        </Panel>
      )}
    </SafetySection>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const texts = useTexts("safety").passkeys;
  const language = useLanguage();
  const { name, lastUsedAt, createdAt } = passkey;
  return (
    <SafetyRow
      icon={Fingerprint}
      name={name}
      tag={<StatusTag kind="info">{passkey.isSynced ? texts.synced : texts.onOneDevice}</StatusTag>}
      isActionBeneath
      action={
        <div className="btnrow start">
          <RemovePasskey passkey={passkey} />
          <RenamePasskey passkey={passkey} />
        </div>
      }
    >
      <span className="safe-line">
        {lastUsedAt === null
          ? texts.neverUsed
          : texts.lastUsed(formatDate(new Date(lastUsedAt), "dayTime", language))}
      </span>
      <span className="safe-line">
        {texts.added(formatDate(new Date(createdAt), "day", language))}
      </span>
    </SafetyRow>
  );
}
