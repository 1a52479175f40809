import { updatePassword } from "#contract/signUp.ts";
import { call } from "#portal/api/call.ts";
import { goOnWith } from "#portal/api/session.ts";
import { agedPassword, profileState } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { contractErrors, mismatch } from "#client/form/contractErrors.ts";
import { PageHead } from "#client/PageHead.tsx";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { PasswordField } from "#ui/PasswordField.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { Check } from "lucide-react";
import { Link, useNavigate } from "react-router";
import "./password.css";

/** Update Password. This session goes on with a new token; the member's others end. */
export function UpdatePasswordPage() {
  const texts = useTexts("password");
  const common = useTexts("common");
  const profile = useStore(profileState);
  const form = useUpdate();
  const labels = {
    current_password: texts.current,
    new_password: texts.set,
    confirm_password: texts.confirm,
  };
  return (
    <>
      <PageHead title={texts.title} after={<p className="sub password-lead">{texts.lead}</p>} />
      <div className="twocol">
        <Panel padded className="password-form">
          <SentForm
            form={form}
            label={texts.title}
            labels={labels}
            submit={texts.submit}
            sending={common.saving}
            noAnswer={texts.noAnswer}
            isBlock={false}
            actions={
              <Link className={buttonClass({ look: "quiet" })} to={paths.dashboard}>
                {common.cancel}
              </Link>
            }
          >
            {/* Tells a password manager whose password this is. */}
            <input
              type="text"
              autoComplete="username"
              value={profile?.username ?? ""}
              readOnly
              hidden
            />
            <PasswordField
              {...form.field("current_password")}
              label={labels.current_password}
              autoComplete="current-password"
            />
            <PasswordField
              {...form.field("new_password")}
              label={labels.new_password}
              hint={texts.hint}
              autoComplete="new-password"
            />
            <PasswordField
              {...form.field("confirm_password")}
              label={labels.confirm_password}
              autoComplete="new-password"
            />
          </SentForm>
        </Panel>
        <Advice />
      </div>
    </>
  );
}

function useUpdate() {
  const texts = useTexts("password");
  const guid = useGuid();
  const navigate = useNavigate();
  return useForm<"current_password" | "new_password" | "confirm_password">({
    initial: { current_password: "", new_password: "", confirm_password: "" },
    check: (typed) => ({
      ...contractErrors(updatePassword, { memberGuid: guid, ...typed }),
      ...mismatch(typed.new_password, typed.confirm_password),
    }),
    send: async (typed) => {
      const answer = await call(updatePassword, { body: { memberGuid: guid, ...typed } });
      if (!answer.status) return answer;
      await goOnWith(answer.result.token);
      agedPassword.set("");
      showToast({ kind: "ok", text: texts.updated });
      void navigate(paths.dashboard);
      return undefined;
    },
  });
}

function Advice() {
  const texts = useTexts("password");
  const { words, own, personal, common, manager } = texts.good;
  return (
    <div className="stack">
      <Panel padded>
        <h2 className="advice-title">{texts.goodTitle}</h2>
        <ul className="advice">
          {[words, own, personal, common, manager].map((point) => (
            <li key={point}>
              <Check />
              <span>{point}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Notice kind="safety">
        <b>{texts.warn}</b>
        {texts.warnRest}
      </Notice>
    </div>
  );
}
