import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { lazy, Suspense, useState } from "react";
import { createPortal } from "react-dom";

const PrivacyNotice = lazy(async () => ({
  default: (await import("#portal/terms/PrivacyNotice.tsx")).PrivacyNotice,
}));

/** Opens the notice over the form, which stays as it is. */
export function PrivacyLink() {
  const texts = useTexts("signup");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <a
        href={paths.privacy}
        onClick={(event) => {
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {texts.agreeLink}
      </a>
      {isOpen &&
        // Outside the checkbox's label, which would take every press in the dialog for its own.
        createPortal(
          <Suspense>
            <PrivacyNotice onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
