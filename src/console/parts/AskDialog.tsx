import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type Asking, AskForm } from "./AskForm.tsx";
import "./parts.css";

/** Asks for what a second person decides, in a dialog; then the way to the request. */
export function AskDialog(props: Omit<Asking, "onAsked"> & { onClose: () => void }) {
  const { title, onClose } = props;
  const [requestId, setRequestId] = useState<string>();
  return (
    <Dialog title={title} onClose={onClose}>
      {requestId === undefined ? (
        <AskForm {...props} onAsked={setRequestId} />
      ) : (
        <Asked requestId={requestId} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** That it was asked for, and the way to the request. */
export function Asked({ requestId, onClose }: { requestId: string; onClose?: () => void }) {
  const texts = useTexts("asks");
  const common = useTexts("common");
  const link = useRef<HTMLAnchorElement>(null);
  // The button that was pressed is gone.
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <output className="ask-made">{texts.asked}</output>
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
