import "#console/parts/parts.css";
import { branchesRead } from "#console/api/branches.ts";
import { call } from "#console/api/call.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  confirmEnrolment,
  issueEnrolmentCode,
  liftStaffLock,
  type StaffAccount,
} from "#contract/staff/accounts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { RoleFields, wantedRoles } from "./RoleFields.tsx";

type OfAccount = { account: StaffAccount; onClose: () => void };

/** Asks for other roles of an account. */
export function RoleChangeDialog({ account, onClose }: OfAccount) {
  const texts = useTexts("staff");
  const { username, fullName, roles } = account;
  return (
    <RequestDialog
      title={texts.changeRolesOf(fullName)}
      kind="role_change"
      payload={(field) => ({ username, roles: wantedRoles(field) })}
      onClose={onClose}
    >
      {(errors) => <RoleFields held={roles} error={errors["roles"]} />}
    </RequestDialog>
  );
}

/** Asks that an account is enrolled anew, or closed. */
export function AccessDialog(props: OfAccount & { access: "renew" | "disable" }) {
  const texts = useTexts("staff");
  const { access, onClose } = props;
  const { username, fullName } = props.account;
  return (
    <RequestDialog
      title={texts.accessTitles[access](fullName)}
      kind="staff_access"
      payload={() => ({ username, access })}
      onClose={onClose}
    >
      {() => <Notice kind="warn">{texts.accessWarnings[access]}</Notice>}
    </RequestDialog>
  );
}

/** Asks to say which member the person is, too, or that they are none. */
export function MembershipDialog({ account, onClose }: OfAccount) {
  const texts = useTexts("staff");
  const { username, fullName, membershipNo } = account;
  return (
    <RequestDialog
      title={texts.membershipOf(fullName)}
      kind="staff_membership"
      payload={(field) => ({ username, membershipNo: field("membershipNo").trim() || null })}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          label={texts.membershipNo}
          hint={texts.membershipHint}
          name="membershipNo"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={membershipNo ?? ""}
          error={errors["membershipNo"]}
        />
      )}
    </RequestDialog>
  );
}

/** Asks for the account of somebody new. */
export function NewStaffDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts("staff");
  const { data: branches = [] } = useQuery(branchesRead());
  return (
    <RequestDialog
      title={texts.newStaff}
      kind="staff_account"
      required={["username", "fullName", "personKey", "officeId"]}
      payload={(field) => ({
        username: field("username"),
        fullName: field("fullName"),
        personKey: field("personKey").trim().toUpperCase(),
        officeId: field("officeId"),
        roles: wantedRoles(field),
      })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={texts.fullName}
            name="fullName"
            autoComplete="off"
            error={errors["fullName"]}
          />
          <TextField
            label={texts.username}
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors["username"]}
          />
          <TextField
            label={texts.personKey}
            hint={texts.personKeyHint}
            name="personKey"
            autoComplete="off"
            spellCheck={false}
            error={errors["personKey"]}
          />
          <SelectField label={texts.office} name="officeId" error={errors["officeId"]}>
            <option value="">{texts.choose}</option>
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <RoleFields held={[]} error={errors["roles"]} />
        </>
      )}
    </RequestDialog>
  );
}

/** Makes an enrolment code and shows it this once. */
export function EnrolmentDialog({ account, onClose }: OfAccount) {
  const texts = useTexts("staff");
  const common = useTexts("common");
  const language = useLanguage();
  const [issued, setIssued] = useState<{ code: string; expiresAt: string }>();
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  const issue = async () => {
    setIsPending(true);
    setProblem("");
    const answer = await call(issueEnrolmentCode, { params: { staffId: account.id } });
    setIsPending(false);
    if (answer.status) setIssued(answer.result);
    else setProblem(failureText(answer));
  };
  return (
    <Dialog title={texts.enrolmentOf(account.fullName)} onClose={onClose}>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      {issued === undefined ? (
        <p>{texts.enrolmentLead}</p>
      ) : (
        <>
          <output className="c-secret">{issued.code}</output>
          <p>{texts.enrolmentUntil(formatDate(new Date(issued.expiresAt), "dayTime", language))}</p>
        </>
      )}
      <div className="btnrow">
        {issued === undefined && (
          <Button
            look="primary"
            pending={isPending}
            pendingLabel={texts.making}
            onClick={() => void issue()}
          >
            {texts.makeCode}
          </Button>
        )}
        <Button onClick={onClose}>{common.words.close}</Button>
      </div>
    </Dialog>
  );
}

/** Says that the owner of an account was seen, which opens it. */
export function ConfirmDialog(props: OfAccount) {
  const texts = useTexts("staff");
  const words = {
    title: texts.confirmOf(props.account.fullName),
    lead: texts.confirmLead,
    submit: texts.confirmSubmit,
    pending: texts.confirming,
    done: texts.confirmed,
  };
  return <SureDialog {...props} endpoint={confirmEnrolment} words={words} />;
}

/** Gives somebody their tries to sign in back. */
export function LiftDialog(props: OfAccount) {
  const texts = useTexts("staff");
  const words = {
    title: texts.liftOf(props.account.fullName),
    lead: texts.liftLead,
    submit: texts.lift,
    pending: texts.lifting,
    done: texts.lifted,
  };
  return <SureDialog {...props} endpoint={liftStaffLock} words={words} />;
}

type Sure = OfAccount & {
  endpoint: typeof confirmEnrolment | typeof liftStaffLock;
  words: Record<"title" | "lead" | "submit" | "pending" | "done", string>;
};

/** What one person does alone for another's account, once they have read what it means. */
function SureDialog({ account, onClose, endpoint, words }: Sure) {
  const common = useTexts("common");
  const queries = useQueryClient();
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  const send = async () => {
    setIsPending(true);
    setProblem("");
    const answer = await call(endpoint, { params: { staffId: account.id } });
    setIsPending(false);
    if (!answer.status) return setProblem(failureText(answer));
    setIsDone(true);
    return queries.invalidateQueries();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <p role={isDone ? "status" : undefined}>{isDone ? words.done : words.lead}</p>
      <div className="btnrow">
        {!isDone && (
          <Button
            look="primary"
            pending={isPending}
            pendingLabel={words.pending}
            onClick={() => void send()}
          >
            {words.submit}
          </Button>
        )}
        <Button onClick={onClose}>{common.words.close}</Button>
      </div>
    </Dialog>
  );
}
