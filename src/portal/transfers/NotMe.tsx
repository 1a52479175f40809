import { paths } from "#portal/paths.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { FreezeDialog } from "#portal/shared/FreezeDialog.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { KeyRound, Snowflake } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

/** What to do at once about a transfer that somebody else made, with the question before a freeze. */
export function NotMe() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <NotMeWays onFreeze={() => setIsAsking(true)} />
      {isAsking && <FreezeDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** The same where the question takes the place of what is open. */
export function NotMeWays({ onFreeze }: { onFreeze: () => void }) {
  const { report } = useTexts("receipt");
  const freeze = useTexts("freeze");
  const shell = useTexts("shell");
  return (
    <div className="not-me no-print">
      <p>{report.notMe}</p>
      <div className="btnrow">
        <Button look="danger" onClick={onFreeze}>
          <Snowflake />
          {freeze.action}
        </Button>
        <Link className={buttonClass({})} to={paths.updatePassword}>
          <KeyRound />
          {shell.updatePassword}
        </Link>
      </div>
      <CallUs />
    </div>
  );
}
