import { Who } from "#console/parts/Who.tsx";
import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import type { FormErrors } from "#client/form/useNamedForm.ts";
import { useMay } from "#console/api/me.ts";
import type { FrozenElsewhere } from "#contract/frozen.ts";
import { FREEZE_CHANNELS, freezeByNumber, freezeMember } from "#contract/staff/memberActions.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { type ReactNode, useState } from "react";
import { Moment } from "./Moment.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";

/** Freezes the member's account at once, with a reason; ending it is asked for. */
export function FreezeAccount({ file }: { file: MemberFile }) {
  const { freezing: texts } = useTexts("members");
  const { memberGuid } = file;
  const [isOpen, setIsOpen] = useState(false);
  if (!file.may.freeze) return null;
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && (
        <FreezeDialog
          memberGuid={memberGuid}
          title={texts.title}
          body={texts.body}
          send={async (body) => {
            const answer = await call(freezeMember, { params: { memberGuid }, body });
            if (!answer.status) return answer;
            const { comingBack, ...result } = answer.result;
            return { status: true, result: { ...result, comingBack: comingBack.length } };
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The same for a member of any branch whose file may not be opened here: who calls the hotline, who comes to the nearest office. */
export function FreezeByNumber() {
  const { freezing: texts, fields } = useTexts("members");
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may("member_access.freeze")) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {texts.byNumber}
      </Button>
      {isOpen && (
        <FreezeDialog
          title={texts.titleByNumber}
          body={`${texts.bodyByNumber} ${texts.body}`}
          required={["membershipNo", "lastName"]}
          who={(errors) => (
            <>
              <TextField
                label={fields.membershipNo}
                name="membershipNo"
                inputMode="numeric"
                maxLength={30}
                autoComplete="off"
                error={errors["membershipNo"]}
              />
              <TextField
                label={fields.lastName}
                name="lastName"
                maxLength={100}
                autoComplete="off"
                spellCheck={false}
                error={errors["lastName"]}
              />
            </>
          )}
          send={(body, field) =>
            call(freezeByNumber, {
              body: { ...body, membershipNo: field("membershipNo"), lastName: field("lastName") },
            })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type Body = { reason: string; channel: (typeof FREEZE_CHANNELS)[number] };

function FreezeDialog(props: {
  memberGuid?: string;
  title: string;
  body: string;
  required?: readonly string[];
  who?: (errors: FormErrors) => ReactNode;
  send: (
    body: Body,
    field: (name: string) => string,
  ) => Promise<Failure | { status: true; result: FrozenElsewhere }>;
  onClose: () => void;
}) {
  const { freezing: texts } = useTexts("members");
  const { required = [], send, ...dialog } = props;
  return (
    <ReasonDialog
      {...dialog}
      reason={texts.reason}
      action={texts.action}
      pending={texts.pending}
      look="danger"
      required={[...required, "channel"]}
      send={async (reason, field) => {
        // One of the options below; the server says no to anything else.
        const channel = field("channel") as Body["channel"];
        const answer = await send({ reason, channel }, field);
        if (!answer.status) return answer;
        const { card, comingBack, wasFrozen } = answer.result;
        const back = comingBack > 0 ? ` ${texts.comingBack(comingBack)}` : "";
        const done = wasFrozen ? texts.wasFrozen : texts.done;
        showToast(
          card === "asked"
            ? { kind: "bad", text: texts.cardUnconfirmed + back }
            : { kind: "ok", text: done + back },
        );
        return undefined;
      }}
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
          {frozen.actor !== "" && (
            <>
              {" · "}
              <Who name={frozen.actor} />
            </>
          )}
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
