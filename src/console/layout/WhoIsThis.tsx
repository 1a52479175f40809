import { meRead } from "#console/api/me.ts";
import { call } from "#console/api/call.ts";
import { endSession } from "#console/api/session.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { staffLogout } from "#contract/staff/session.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, LogOut } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

/** Who is signed in, as what and where; it is always before their eyes. */
export function WhoIsThis() {
  const texts = useTexts("shell");
  const { data: me } = useQuery(meRead());
  if (me === undefined) return <Skeleton width="10rem" />;
  const roles = me.roles.map(
    ({ role, office }) => `${texts.roles[role]} · ${office?.name ?? texts.allBranches}`,
  );
  return (
    <div className="c-who">
      <b>{me.fullName}</b>
      {roles.map((role) => (
        <span key={role}>{role}</span>
      ))}
    </div>
  );
}

/** The way to one's own password and passkeys. */
export function OwnPasswordLink({ onChoose }: { onChoose: () => void }) {
  const texts = useTexts("account");
  return (
    <Link
      to={paths.ownPassword}
      className={buttonClass({ look: "secondary", block: true }, "c-own")}
      onClick={onChoose}
    >
      <KeyRound /> {texts.page}
    </Link>
  );
}

/** Ends the session, here and on the server. */
export function LogOutButton() {
  const texts = useTexts("shell");
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    await call(staffLogout, {}, { keepalive: true });
    // Whatever the server said: this browser is done.
    endSession("logout");
  };
  return (
    <Button
      look="secondary"
      block
      className="c-logout"
      pending={isLeaving}
      pendingLabel={texts.loggingOut}
      onClick={() => void leave()}
    >
      <LogOut /> {texts.logOut}
    </Button>
  );
}
