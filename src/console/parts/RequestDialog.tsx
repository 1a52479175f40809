import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type RequestFormProps, RequestForm } from "./RequestForm.tsx";
import "./parts.css";

/** Asks for what a second person decides, in a dialog; then the way to the request. */
export function RequestDialog(
  props: Omit<RequestFormProps, "onRequested"> & { onClose: () => void },
) {
  const { title, onClose } = props;
  const [requestId, setRequestId] = useState<string>();
  return (
    <Dialog title={title} onClose={onClose}>
      {requestId === undefined ? (
        <RequestForm {...props} onRequested={setRequestId} />
      ) : (
        <Requested requestId={requestId} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** That it was asked for, and the way to the request. */
export function Requested({ requestId, onClose }: { requestId: string; onClose?: () => void }) {
  const texts = useTexts("asks");
  const common = useTexts("common");
  const link = useRef<HTMLAnchorElement>(null);
  // The button that was pressed is gone.
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <output className="request-made">{texts.asked}</output>
      <div className="btnrow">
        <Link
          ref={link}
          className={buttonClass({ look: "primary" })}
          to={`${paths.requests}?show=mine&open=${requestId}`}
        >
          {texts.toRequest}
        </Link>
        {onClose && <Button onClick={onClose}>{common.words.close}</Button>}
      </div>
    </>
  );
}
