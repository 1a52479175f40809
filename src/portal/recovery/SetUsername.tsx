import { setUsername } from "#contract/signUp.ts";
import { call } from "#portal/api/call.ts";
import { SignedOutHead } from "#portal/layout/SignedOutLayout.tsx";
import { contractErrors } from "#client/form/contractErrors.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { fitting } from "#ui/fitting.ts";
import { TextField } from "#ui/TextField.tsx";
import { CancelToLogin } from "./CancelToLogin.tsx";
import { useSetting } from "./useSetting.ts";

/** Set New Username, with the grant that the code brought. */
export function SetUsername({ guid }: { guid: string }) {
  const texts = useTexts("recovery");
  const common = useTexts("common");
  const end = useSetting(texts.usernameUpdated);
  const form = useForm<"new_username">({
    initial: { new_username: "" },
    check: (typed) => contractErrors(setUsername, { memberGuid: guid, ...typed }),
    send: async (typed) => {
      const new_username = typed.new_username.trim();
      const answer = await call(setUsername, { body: { memberGuid: guid, new_username } });
      return end(answer.status ? undefined : answer, new_username);
    },
  });
  return (
    <>
      <SignedOutHead title={texts.setUsernameTitle} takesFocus />
      <p className="lead">{texts.setUsernameLead}</p>
      <SentForm
        form={form}
        label={texts.setUsernameTitle}
        labels={{ new_username: texts.newUsername }}
        submit={texts.saveUsername}
        sending={common.saving}
        noAnswer={texts.noAnswer}
      >
        <TextField
          {...form.field("new_username")}
          label={texts.newUsername}
          hint={texts.usernameHint}
          placeholder={texts.usernamePlaceholder}
          {...(form.values.new_username === "" && { fits: fitting(texts.usernamePlaceholder) })}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </SentForm>
      <CancelToLogin />
    </>
  );
}
