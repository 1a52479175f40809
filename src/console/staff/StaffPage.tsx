import { useMay } from "#console/api/me.ts";
import type { Column } from "#console/table/columns.ts";
import type { Filter } from "#console/table/filters.ts";
import { listRead } from "#console/table/listCalls.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getStaffAccounts, STAFF_STATES, type StaffAccount } from "#contract/staff/accounts.ts";
import { STAFF_ROLES } from "#contract/staff/actions.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import "./staff.css";
import {
  AccessDialog,
  ConfirmDialog,
  EnrolmentDialog,
  LiftDialog,
  MembershipDialog,
  NewStaffDialog,
  RoleChangeDialog,
} from "./StaffDialogs.tsx";

/** Who works here and as what; every change of it is asked for here and decided by another person. */
export function StaffPage() {
  const texts = useTexts("staff");
  const may = useMay();
  const [isAdding, setIsAdding] = useState(false);
  const list: List<StaffAccount> = {
    name: "staff_accounts",
    title: texts.title,
    read: listRead(getStaffAccounts),
    columns: useColumns(),
    filters: useFilters(),
    firstSort: "username",
    rowId: ({ id }) => id,
    rowName: ({ fullName }) => fullName,
    preview: (account, onClose) => <StaffPanel account={account} onClose={onClose} />,
    actions: may("request.staff_account") && (
      <Button onClick={() => setIsAdding(true)}>
        <UserPlus /> {texts.newStaff}
      </Button>
    ),
  };
  return (
    <>
      <ListScreen list={list} />
      {isAdding && <NewStaffDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function useColumns(): Column<StaffAccount>[] {
  const texts = useTexts("staff");
  const language = useLanguage();
  return [
    {
      key: "fullName",
      head: texts.fullName,
      isSortable: true,
      onCard: "name",
      cell: ({ fullName }) => fullName,
    },
    { key: "username", head: texts.username, isSortable: true, cell: ({ username }) => username },
    {
      key: "personKey",
      head: texts.personKey,
      isMinor: true,
      cell: ({ personKey }) => personKey,
    },
    { key: "office", head: texts.office, isMinor: true, cell: ({ office }) => office.name },
    { key: "roles", head: texts.roles, cell: ({ roles }) => <Roles roles={roles} /> },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ state }) => <StateTag state={state} />,
    },
    {
      key: "lastLoginAt",
      head: texts.lastLogin,
      isSortable: true,
      isMinor: true,
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? (
          texts.never
        ) : (
          <DateText at={new Date(lastLoginAt)} form="dayTime" language={language} />
        ),
    },
  ];
}

function useFilters(): Filter[] {
  const texts = useTexts("staff");
  const shell = useTexts("shell");
  const roles = STAFF_ROLES.map((value) => ({ value, label: shell.roles[value] }));
  const states = STAFF_STATES.map((value) => ({ value, label: texts.states[value] }));
  return [
    { type: "text", isPersonal: true, key: "search", label: texts.search },
    { type: "choice", key: "role", label: texts.role, choices: roles },
    { type: "choice", key: "state", label: texts.state, choices: states },
  ];
}

function Roles({ roles }: Pick<StaffAccount, "roles">) {
  const texts = useTexts("staff");
  const shell = useTexts("shell");
  if (roles.length === 0) return texts.noRole;
  return roles
    .map(({ role, officeName }) => `${shell.roles[role]} (${officeName ?? texts.everyBranch})`)
    .join(", ");
}

const LOOKS = { active: "ok", enrolling: "info", enrolled: "warn", disabled: "neutral" } as const;

function StateTag({ state }: Pick<StaffAccount, "state">) {
  const texts = useTexts("staff");
  return <StatusTag kind={LOOKS[state]}>{texts.states[state]}</StatusTag>;
}

type Open = "roles" | "membership" | "lift" | "confirm" | "renew" | "disable" | "enrolment";

/** What may be asked for an account in this state, by whoever looks at it. */
function useActions(state: StaffAccount["state"]) {
  const texts = useTexts("staff");
  const may = useMay();
  const actions: { key: Open; label: string; isShown: boolean }[] = [
    { key: "roles", label: texts.changeRoles, isShown: may("request.role_change") },
    { key: "membership", label: texts.changeMembership, isShown: may("request.staff_membership") },
    {
      key: "enrolment",
      label: texts.makeCode,
      isShown: state === "enrolling" && may("enrolment_code.issue"),
    },
    {
      key: "confirm",
      label: texts.confirm,
      isShown: state === "enrolled" && may("enrolment_code.issue"),
    },
    {
      key: "lift",
      label: texts.lift,
      isShown: state === "active" && may("enrolment_code.issue"),
    },
    {
      key: "renew",
      label: texts.renew,
      isShown: state !== "enrolling" && may("request.staff_access"),
    },
    {
      key: "disable",
      label: texts.disable,
      isShown: state !== "disabled" && may("request.staff_access"),
    },
  ];
  return actions.filter(({ isShown }) => isShown);
}

/** One account, and what may be asked for it. */
function StaffPanel({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const texts = useTexts("staff");
  const [open, setOpen] = useState<Open>();
  const { state } = account;
  const actions = useActions(state);
  const close = () => setOpen(undefined);
  return (
    <PreviewPanel title={account.fullName} onClose={onClose}>
      <KeyValueList
        rows={[
          { key: "username", name: texts.username, value: account.username },
          { key: "personKey", name: texts.personKey, value: account.personKey },
          {
            key: "membership",
            name: texts.membershipNo,
            value: account.membershipNo ?? texts.noMembership,
          },
          { key: "office", name: texts.office, value: account.office.name },
          { key: "roles", name: texts.roles, value: <Roles roles={account.roles} /> },
          { key: "state", name: texts.state, value: <StateTag state={state} /> },
        ]}
      />
      <div className="c-buttons">
        {actions
          .filter(({ isShown }) => isShown)
          .map(({ key, label }) => (
            <Button key={key} onClick={() => setOpen(key)}>
              {label}
            </Button>
          ))}
      </div>
      {open === "roles" && <RoleChangeDialog account={account} onClose={close} />}
      {open === "membership" && <MembershipDialog account={account} onClose={close} />}
      {open === "enrolment" && <EnrolmentDialog account={account} onClose={close} />}
      {open === "lift" && <LiftDialog account={account} onClose={close} />}
      {open === "confirm" && <ConfirmDialog account={account} onClose={close} />}
      {(open === "renew" || open === "disable") && (
        <AccessDialog account={account} access={open} onClose={close} />
      )}
    </PreviewPanel>
  );
}
