import { signOut } from "#portal/api/session.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { LogOut as LogOutIcon } from "lucide-react";
import { useState } from "react";

/** The log out button of the sidebar and the drawer, with its question. */
export function LogOut() {
  const texts = useTexts("shell");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="out" onClick={() => setIsAsking(true)}>
        <LogOutIcon />
        {texts.logOut}
      </button>
      {isAsking && <LogOutDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

function LogOutDialog({ onClose }: { onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Dialog title={texts.logOutQuestion} onClose={onClose} hasCross={false}>
      <div className="btnrow">
        <Button
          look="primary"
          pending={isLeaving}
          pendingLabel={texts.loggingOut}
          onClick={() => {
            setIsLeaving(true);
            void signOut();
          }}
        >
          {common.yes}
        </Button>
        <Button onClick={onClose}>{texts.stayLoggedIn}</Button>
      </div>
    </Dialog>
  );
}
