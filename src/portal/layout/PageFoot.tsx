import { useTexts } from "#portal/texts/texts.ts";
import { lazy, Suspense, useState } from "react";

const DocumentDialog = lazy(async () => ({
  default: (await import("#portal/terms/DocumentDialog.tsx")).DocumentDialog,
}));
const PrivacyNotice = lazy(async () => ({
  default: (await import("#portal/terms/PrivacyNotice.tsx")).PrivacyNotice,
}));

/** Under every signed-in screen: the texts that the signed-out pages link to, read in a dialog. */
export function PageFoot() {
  const login = useTexts("login");
  const [open, setOpen] = useState<"terms" | "privacy">();
  const close = () => setOpen(undefined);
  return (
    <footer className="page-foot">
      <button type="button" className="linkbtn" onClick={() => setOpen("terms")}>
        {login.terms}
      </button>
      <button type="button" className="linkbtn" onClick={() => setOpen("privacy")}>
        {login.privacy}
      </button>
      <Suspense>
        {open === "terms" && <DocumentDialog name="terms" onClose={close} />}
        {open === "privacy" && <PrivacyNotice onClose={close} />}
      </Suspense>
    </footer>
  );
}
