import { IdleDialog as Question } from "#client/IdleDialog.tsx";
import { call } from "#console/api/call.ts";
import { meRead } from "#console/api/me.ts";
import { endSession } from "#console/api/session.ts";
import { useTexts } from "#console/texts/texts.ts";
import { staffLogout } from "#contract/staff/session.ts";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { idleState, stay, watchStaff } from "./idle.ts";

/** Asks, in the last of the 15 minutes, whether somebody still sits there. */
export function IdleDialog() {
  const texts = useTexts("idle");
  const { data: me } = useQuery(meRead());
  const idleSeconds = me?.idleSeconds;
  useEffect(() => (idleSeconds === undefined ? undefined : watchStaff(idleSeconds)), [idleSeconds]);
  const idle = useStore(idleState);
  if (idle.name === "active") return null;
  const leave = () => {
    void call(staffLogout, {}, { keepalive: true });
    endSession("logout");
  };
  return (
    <Question
      secondsLeft={idle.secondsLeft}
      texts={texts}
      body={texts.body(idle.secondsLeft)}
      onStay={stay}
      onLeave={leave}
    />
  );
}
