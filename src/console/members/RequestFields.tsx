import { referenceText } from "#common/reference.ts";
import { PesosField } from "#console/parts/PesosField.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { DEACTIVATION_CAUSES } from "#contract/staff/requestPayloads.ts";
import { formatPesos } from "#common/money.ts";
import { Notice } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MemberRequest } from "./memberRequests.ts";
import { moneyRead } from "./memberReads.ts";

type Errors = Readonly<Record<string, string>>;
type OfMember = { memberGuid: string; errors: Errors };

/** Under which disputed money lies aside in the ledger. */
const DISPUTED = "disputed_funds";
/** Under which a member's own lock lies there. */
const LOCKED = "money_lock";

/** The fields of one kind, with the document that was seen where only the member in person may ask for it. */
export function RequestFields(props: OfMember & { kind: MemberRequest }) {
  const fields = <OwnFields {...props} />;
  if (!asksInPerson(props.kind)) return fields;
  return (
    <>
      {fields}
      <DocumentSeen errors={props.errors} />
    </>
  );
}

const asksInPerson = (kind: MemberRequest) =>
  kind === "change_mobile" ||
  kind === "change_email" ||
  kind === "reactivate_member" ||
  kind === "lift_freeze" ||
  kind === "shorten_pause" ||
  kind === "release_money_lock";

/** What one kind asks for itself; those about the member alone have words only. */
function OwnFields({ kind, memberGuid, errors }: OfMember & { kind: MemberRequest }) {
  const texts = useTexts("asks");
  switch (kind) {
    case "change_mobile":
      return (
        <TextField
          label={texts.mobileNumber}
          hint={texts.mobileHint}
          name="mobileNumber"
          inputMode="tel"
          autoComplete="off"
          error={errors["mobileNumber"]}
        />
      );
    case "change_email":
      return (
        <TextField
          label={texts.emailAddress}
          name="emailAddress"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors["emailAddress"]}
        />
      );
    case "deactivate_card":
      return <CauseField errors={errors} />;
    case "disputed_funds_hold":
      return <HoldFields memberGuid={memberGuid} errors={errors} />;
    case "disputed_funds_release":
      return <ReleaseField memberGuid={memberGuid} errors={errors} />;
    case "release_money_lock":
      return <LockedField memberGuid={memberGuid} errors={errors} />;
    case "reactivate_member":
    case "lift_freeze":
    case "shorten_pause":
    case "lift_admin_lock":
    case "reactivate_card":
    case "replace_card":
      return <p>{texts.about[kind]}</p>;
  }
}

function CauseField({ errors }: { errors: Errors }) {
  const texts = useTexts("asks");
  return (
    <SelectField label={texts.cause} hint={texts.causeHint} name="cause" error={errors["cause"]}>
      <option value="">{texts.choose}</option>
      {DEACTIVATION_CAUSES.map((cause) => (
        <option key={cause} value={cause}>
          {texts.causes[cause]}
        </option>
      ))}
    </SelectField>
  );
}

/** For what only the member in person may have done. */
function DocumentSeen({ errors }: { errors: Errors }) {
  const texts = useTexts("asks");
  return (
    <TextField
      label={texts.identityDocument}
      hint={texts.identityHint}
      name="identityDocument"
      maxLength={100}
      autoComplete="off"
      error={errors["identityDocument"]}
    />
  );
}

function HoldFields({ memberGuid, errors }: OfMember) {
  const texts = useTexts("asks");
  const { data } = useQuery(moneyRead(memberGuid));
  const [amount, setAmount] = useState("");
  return (
    <>
      <SelectField label={texts.account} name="accountNumber" error={errors["accountNumber"]}>
        <option value="">{texts.choose}</option>
        {data?.accounts.map(({ accountNumber, name, available }) => (
          <option key={accountNumber} value={accountNumber}>
            {`${name} ${accountNumber} · ${formatPesos(available)}`}
          </option>
        ))}
      </SelectField>
      <PesosField
        label={texts.amount}
        name="amount"
        value={amount}
        onChange={setAmount}
        error={errors["amount"]}
      />
      <TextField
        label={texts.case}
        hint={texts.caseHint}
        name="caseReference"
        autoComplete="off"
        maxLength={40}
        error={errors["caseReference"]}
      />
      <TextField
        label={texts.days}
        hint={texts.daysHint}
        name="days"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        error={errors["days"]}
      />
    </>
  );
}

/** The accounts on which the member has locked money. */
function LockedField({ memberGuid, errors }: OfMember) {
  const texts = useTexts("asks");
  const { data } = useQuery(moneyRead(memberGuid));
  const locked = (holds: readonly { reason: string; amount: bigint }[]) =>
    holds.reduce((sum, { reason, amount }) => (reason === LOCKED ? sum + amount : sum), 0n);
  return (
    <SelectField
      label={texts.account}
      hint={texts.lockedHint}
      name="accountNumber"
      error={errors["accountNumber"]}
    >
      <option value="">{texts.choose}</option>
      {data?.accounts
        .filter(({ holds }) => locked(holds) > 0n)
        .map(({ accountNumber, name, holds }) => (
          <option key={accountNumber} value={accountNumber}>
            {`${name} ${accountNumber} · ${formatPesos(locked(holds))}`}
          </option>
        ))}
    </SelectField>
  );
}

function ReleaseField({ memberGuid, errors }: OfMember) {
  const texts = useTexts("asks");
  const { data } = useQuery(moneyRead(memberGuid));
  const holds = data?.accounts.flatMap(({ holds: held, accountNumber }) =>
    held.filter(({ reason }) => reason === DISPUTED).map((hold) => ({ ...hold, accountNumber })),
  );
  return (
    <>
      {holds?.length === 0 && <Notice kind="info">{texts.noHolds}</Notice>}
      <SelectField label={texts.hold} name="holdId" error={errors["holdId"]}>
        <option value="">{texts.choose}</option>
        {holds?.map(({ holdId, reference, amount, accountNumber }) => (
          <option key={holdId} value={holdId}>
            {`${referenceText(reference)} · ${formatPesos(amount)} · ${accountNumber}`}
          </option>
        ))}
      </SelectField>
    </>
  );
}
