import type { Safety } from "#contract/safety.ts";
import { moneyLocksRead, ownLimitsRead, safetyRead } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import {
  Ban,
  Fingerprint,
  Gauge,
  Hourglass,
  KeyRound,
  LockKeyhole,
  MonitorSmartphone,
  Smartphone,
} from "lucide-react";
import type { ComponentType } from "react";
import { Link } from "react-router";
import { countSet } from "./limited.ts";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";

type Row = ComponentType<{ safety: Safety }>;

/** The list, a row a line: what is good, and what is to be done. */
const ROWS: Readonly<Record<string, Row>> = {
  password: PasswordRow,
  passkeys: PasskeysRow,
  mobile: MobileRow,
  devices: DevicesRow,
  refused: RefusedRow,
  pause: PauseRow,
  limits: LimitsRow,
  moneyLock: MoneyLockRow,
};

/** How the account is protected at this moment, without praise: what stands, and what the member may mend. */
export function HowSafe() {
  const texts = useTexts("safety").howSafe;
  const query = useQuery(safetyRead(useGuid()));
  return (
    <SafetySection id="how-safe" title={texts.title} query={query} rows={Object.keys(ROWS).length}>
      {(safety) => (
        <Panel>
          <ul>
            {Object.entries(ROWS).map(([name, Each]) => (
              <Each key={name} safety={safety} />
            ))}
          </ul>
        </Panel>
      )}
    </SafetySection>
  );
}

function PasswordRow({ safety: { password } }: { safety: Safety }) {
  const texts = useTexts("safety").howSafe;
  const language = useLanguage();
  const { changedAt, isOld } = password;
  return (
    <SafetyRow
      icon={KeyRound}
      name={texts.password}
      tag={isOld && <StatusTag kind="warn">{texts.passwordOld}</StatusTag>}
      action={
        <Link
          className={buttonClass({ small: true })}
          to={paths.updatePassword}
          aria-label={texts.changePassword}
        >
          {texts.change}
        </Link>
      }
    >
      {changedAt === null
        ? texts.passwordNever
        : texts.passwordChanged(formatDate(new Date(changedAt), "day", language))}
    </SafetyRow>
  );
}

/** What no thief can ask for: whether there is one. */
function PasskeysRow({ safety: { passkeys } }: { safety: Safety }) {
  const texts = useTexts("safety").howSafe;
  return (
    <SafetyRow
      icon={Fingerprint}
      name={texts.passkeys}
      tag={passkeys > 0 && <StatusTag kind="ok">{texts.passkeysYes}</StatusTag>}
    >
      {texts.passkeysCount(passkeys)}
    </SafetyRow>
  );
}

function MobileRow({ safety: { mobileNumber } }: { safety: Safety }) {
  const texts = useTexts("safety").howSafe;
  return (
    <SafetyRow
      icon={Smartphone}
      name={texts.mobile}
      tag={mobileNumber === "" && <StatusTag kind="warn">{texts.mobileMissing}</StatusTag>}
    >
      {mobileNumber === "" ? texts.mobileNone : texts.mobileIs(mobileNumber)}
    </SafetyRow>
  );
}

function DevicesRow({ safety: { knownDevices } }: { safety: Safety }) {
  const texts = useTexts("safety").howSafe;
  return (
    <SafetyRow
      icon={MonitorSmartphone}
      name={texts.devices}
      action={<ToSection id="devices" of={texts.devicesSee} />}
    >
      {texts.devicesKnown(knownDevices)}
    </SafetyRow>
  );
}

/** Whether the member was it, only the member knows: how many, since when, and from where. */
function RefusedRow({ safety: { refusedSignIns } }: { safety: Safety }) {
  const texts = useTexts("safety").howSafe;
  const language = useLanguage();
  const { times, lastAt, fromUnknown } = refusedSignIns;
  return (
    <SafetyRow
      icon={Ban}
      name={texts.refused}
      tag={fromUnknown > 0 && <StatusTag kind="warn">{texts.refusedLook}</StatusTag>}
      action={
        times > 0 && (
          <Link className={buttonClass({ small: true })} to={paths.activity}>
            {texts.refusedSee}
          </Link>
        )
      }
    >
      {lastAt === null
        ? texts.refusedNone
        : texts.refusedTimes(times, formatDate(new Date(lastAt), "dayTime", language))}{" "}
      {fromUnknown > 0 && texts.refusedElsewhere(fromUnknown)}
    </SafetyRow>
  );
}

/** Only while there is one: a pause is the bank's own caution, not the member's fault. */
function PauseRow({ safety: { pause } }: { safety: Safety }) {
  const texts = useTexts("safety").howSafe;
  const language = useLanguage();
  if (pause === null)
    return (
      <SafetyRow icon={Hourglass} name={texts.pause}>
        {texts.noPause}
      </SafetyRow>
    );
  return (
    <SafetyRow
      icon={Hourglass}
      name={texts.pause}
      tag={<StatusTag kind="info">{texts.pauseRuns}</StatusTag>}
    >
      {texts.pauseUntil(formatDate(new Date(pause.endsAt), "dayTime", language))}{" "}
      {texts.pauseFor[pause.reason]}
    </SafetyRow>
  );
}

/** How many limits the member set; each stands in its own section, which reads the same. */
function LimitsRow() {
  const texts = useTexts("safety").howSafe;
  const { data: limits, isError } = useQuery(ownLimitsRead(useGuid()));
  const count = limits && countSet(limits);
  return (
    <SafetyRow
      icon={Gauge}
      name={texts.limits}
      tag={count !== undefined && count > 0 && <StatusTag kind="ok">{texts.limitsYes}</StatusTag>}
      action={<ToSection id="limits" of={texts.limitsSee} />}
    >
      {count === undefined ? <Unread isError={isError} /> : texts.limitsSet(count)}
    </SafetyRow>
  );
}

/** How much of the member's money nobody can send. */
function MoneyLockRow() {
  const texts = useTexts("safety").howSafe;
  const amountText = useAmountText();
  const { data, isError } = useQuery(moneyLocksRead(useGuid()));
  const locked = data?.accounts.reduce((sum, account) => sum + account.locked, 0n);
  return (
    <SafetyRow
      icon={LockKeyhole}
      name={texts.moneyLock}
      tag={
        locked !== undefined && locked > 0n && <StatusTag kind="ok">{texts.moneyLockYes}</StatusTag>
      }
      action={<ToSection id="money-lock" of={texts.moneyLockSee} />}
    >
      {locked === undefined && <Unread isError={isError} />}
      {locked !== undefined &&
        (locked > 0n ? texts.moneyLocked(amountText(locked)) : texts.moneyLockNone)}
    </SafetyRow>
  );
}

/** What a section further down reads: its shape, or that it is told there why it is missing. */
function Unread({ isError }: { isError: boolean }) {
  const texts = useTexts("safety").howSafe;
  return isError ? texts.unread : <Skeleton width="70%" />;
}

/** Leads down this page, where the section is told of in full; the focus follows. */
function ToSection({ id, of }: { id: string; of: string }) {
  const texts = useTexts("safety").howSafe;
  return (
    <a className={buttonClass({ small: true })} href={`#${id}`} aria-label={of}>
      {texts.refusedSee}
    </a>
  );
}
