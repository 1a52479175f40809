import type { DocumentName } from "#contract/documents.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { DocumentBody } from "./DocumentBody.tsx";

/** The whole text over the screen it was asked from, where what was typed stays. */
export function DocumentDialog({ name, onClose }: { name: DocumentName; onClose: () => void }) {
  const login = useTexts("login");
  const { words } = useTexts("common");
  return (
    <Dialog title={login[name]} onClose={onClose}>
      <DocumentBody name={name} place="dialog" />
      <div className="btnrow">
        <Button look="primary" block onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}
