import { useTexts } from "#portal/texts/texts.ts";
import { Dialog } from "#ui/Dialog.tsx";
import { useState } from "react";

/** Under every signed-in screen: the points of the terms that the signed-out page shows too. */
export function PageFoot() {
  const { terms } = useTexts("login");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <footer className="page-foot">
      <button type="button" className="linkbtn" onClick={() => setIsOpen(true)}>
        {terms}
      </button>
      {isOpen && <TermsDialog onClose={() => setIsOpen(false)} />}
    </footer>
  );
}

function TermsDialog({ onClose }: { onClose: () => void }) {
  const { help } = useTexts("login");
  return (
    <Dialog title={help.termsTitle} onClose={onClose}>
      <h3>{help.termsKeyTitle}</h3>
      <ul className="terms-points">
        {Object.entries(help.termsFacts).map(([key, fact]) => (
          <li key={key}>{fact}</li>
        ))}
      </ul>
    </Dialog>
  );
}
