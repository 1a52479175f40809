import { DocumentDialog } from "./DocumentDialog.tsx";

/** The privacy notice in a dialog, for the form whose agreement is about it. */
export function PrivacyNotice({ onClose }: { onClose: () => void }) {
  return <DocumentDialog name="privacy" onClose={onClose} />;
}
