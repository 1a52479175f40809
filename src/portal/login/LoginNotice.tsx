import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { paths } from "#portal/paths.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Link } from "react-router";
import type { LoginProblem } from "./attemptLogin.ts";

/** Why the login did not go through: above the fields, or above the button of the passkey. */
export function LoginNotice({ problem }: { problem: LoginProblem }) {
  const login = useTexts("login");
  const common = useTexts("common");
  const language = useLanguage();
  switch (problem.name) {
    case "wrong":
      return (
        <Notice kind="bad" role="alert">
          <b>{login.wrong}</b> {problem.triesLeft > 0 && login.triesLeft(problem.triesLeft)}
        </Notice>
      );
    case "suspended":
      return (
        <Notice kind="bad" role="alert">
          <b>{login.suspended}</b>{" "}
          {login.tryAt(formatDate(new Date(problem.until), "time", language))}
        </Notice>
      );
    case "offline":
      return (
        <Notice kind="warn" role="alert">
          {login.offline}
        </Notice>
      );
    case "unreached":
      return (
        <Notice kind="warn" role="alert">
          {common.noAnswer}
        </Notice>
      );
    case "outage":
      return (
        <Notice kind="warn" role="alert">
          {common.outage.away} {common.outage.safe} {common.outage.lock}{" "}
          <Link className="tap-link" to={paths.status}>
            {common.outage.whatWorks}
          </Link>
        </Notice>
      );
    case "other":
      return (
        <Notice kind="bad" role="alert">
          {problem.text}
          {problem.referenceId && (
            <span className="meta"> {common.referenceId(problem.referenceId)}</span>
          )}
          {problem.isFrozen && (
            <>
              {" "}
              <Link className="tap-link" to={paths.unfreeze}>
                {login.unfreeze}
              </Link>
            </>
          )}
        </Notice>
      );
  }
}
