import type { DocumentName } from "#contract/documents.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { lazyPart } from "#ui/lazyPart.tsx";
import { Suspense, useState } from "react";
import { InstallLink } from "./InstallLink.tsx";

const DocumentDialog = lazyPart(
  async () => (await import("#portal/terms/DocumentDialog.tsx")).DocumentDialog,
);

/** Under every signed-in screen: the texts that the signed-out pages link to, read in a dialog. */
export function PageFoot() {
  const login = useTexts("login");
  const [open, setOpen] = useState<DocumentName>();
  return (
    <footer className="page-foot">
      <button type="button" className="linkbtn" onClick={() => setOpen("terms")}>
        {login.terms}
      </button>
      <button type="button" className="linkbtn" onClick={() => setOpen("privacy")}>
        {login.privacy}
      </button>
      <InstallLink />
      <Suspense>
        {open !== undefined && <DocumentDialog name={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </footer>
  );
}
