import { call } from "#console/api/call.ts";
import { meRead } from "#console/api/me.ts";
import { endSession } from "#console/api/session.ts";
import { useTexts } from "#console/texts/texts.ts";
import { staffLogout } from "#contract/staff/session.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { secondsLeft, stay, watchIdle } from "./idle.ts";

/** Asks, in the last of the 15 minutes, whether somebody still sits there. */
export function IdleDialog() {
  const { data: me } = useQuery(meRead());
  const idleSeconds = me?.idleSeconds;
  useEffect(() => (idleSeconds === undefined ? undefined : watchIdle(idleSeconds)), [idleSeconds]);
  const left = useStore(secondsLeft);
  return left === undefined ? null : <Question left={left} />;
}

function Question({ left }: { left: number }) {
  const texts = useTexts("idle");
  const [isAnswering, setIsAnswering] = useState(false);
  const yes = () => {
    setIsAnswering(true);
    void stay().finally(() => setIsAnswering(false));
  };
  const leave = () => {
    void call(staffLogout, {}, { keepalive: true });
    endSession("logout");
  };
  return (
    <Dialog title={texts.title} role="alertdialog" onClose={yes} hasCross={false}>
      <p>{texts.body(left)}</p>
      <output className="sr">{left % 10 === 0 ? texts.body(left) : ""}</output>
      <div className="btnrow">
        <Button look="primary" pending={isAnswering} pendingLabel={texts.staying} onClick={yes}>
          {texts.stay}
        </Button>
        <Button onClick={leave}>{texts.leave}</Button>
      </div>
    </Dialog>
  );
}
