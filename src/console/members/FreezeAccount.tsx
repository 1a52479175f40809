import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import { FREEZE_CHANNELS, freezeMember } from "#contract/staff/memberActions.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { Moment } from "./Moment.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";

/** Freezes the member's account at once, with a reason; ending it is asked for. */
export function FreezeAccount({ file }: { file: MemberFile }) {
  const { freezing: texts } = useTexts("members");
  const { memberGuid } = file;
  const [isOpen, setIsOpen] = useState(false);
  if (!file.may.freeze) return null;
  const send = async (reason: string, field: (name: string) => string) => {
    // One of the options below; the server says no to anything else.
    const channel = field("channel") as (typeof FREEZE_CHANNELS)[number];
    const body = { reason, channel };
    const answer = await call(freezeMember, { params: { memberGuid }, body });
    if (!answer.status) return answer;
    const { card, comingBack } = answer.result;
    const back = comingBack.length > 0 ? ` ${texts.comingBack(comingBack.length)}` : "";
    showToast(
      card === "asked"
        ? { kind: "bad", text: texts.cardUnconfirmed + back }
        : { kind: "ok", text: texts.done + back },
    );
    return undefined;
  };
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && (
        <ReasonDialog
          memberGuid={memberGuid}
          title={texts.title}
          body={texts.body}
          reason={texts.reason}
          action={texts.action}
          pending={texts.pending}
          look="danger"
          required={["channel"]}
          send={send}
          onClose={() => setIsOpen(false)}
        >
          {(errors) => (
            <SelectField label={texts.channel} name="channel" error={errors["channel"]}>
              <option value="">{texts.choose}</option>
              {FREEZE_CHANNELS.map((one) => (
                <option key={one} value={one}>
                  {texts.channels[one]}
                </option>
              ))}
            </SelectField>
          )}
        </ReasonDialog>
      )}
    </>
  );
}

/** That the account is frozen, since when and by whom, and that the member is paused: on every part of the file. */
export function FrozenNotice({ file }: { file: MemberFile }) {
  const { freezing: texts } = useTexts("members");
  const { frozen, pause } = file;
  return (
    <>
      {frozen !== null && (
        <Notice kind="warn">
          <strong>{texts.isFrozen}</strong>
          <br />
          <Moment at={frozen.at} /> · {texts.by[frozen.by] ?? frozen.by}
          {frozen.by === "member" ? ` · ${texts.ways[frozen.way] ?? frozen.way}` : ""}
          {frozen.actor !== "" && ` · ${frozen.actor}`}
          {frozen.reason !== "" && ` · ${frozen.reason}`}
          <br />
          {texts.howToLift}
        </Notice>
      )}
      {pause !== null && (
        <Notice kind="info">
          {texts.isPaused} <Moment at={pause.endsAt} /> ·{" "}
          {texts.pausedFor[pause.reason] ?? pause.reason}
        </Notice>
      )}
    </>
  );
}
