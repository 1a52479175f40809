import { CAMERA_PAGE } from "#common/cameraPage.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Link } from "react-router";
import "./qrCode.css";

/** To the codes, as a document of its own: only that one may use the camera. */
export function ScanLink() {
  const texts = useTexts("qr");
  return (
    <Link className="scan-link" reloadDocument to={CAMERA_PAGE}>
      {/* No icon of the set: each of those comes with the first page. */}
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v6h-6" />
      </svg>
      {texts.link}
    </Link>
  );
}
