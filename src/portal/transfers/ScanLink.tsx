import { CAMERA_PAGE } from "#common/cameraPage.ts";
import { QrIcon } from "#portal/shared/QrIcon.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Link } from "react-router";
import "./qrCode.css";

/** To the codes, as a document of its own: only that one may use the camera. */
export function ScanLink() {
  const texts = useTexts("qr");
  return (
    <Link className="scan-link" reloadDocument to={CAMERA_PAGE}>
      <QrIcon of="code" />
      {texts.link}
    </Link>
  );
}
