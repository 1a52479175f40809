import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Popover } from "#ui/Popover.tsx";
import { useRef, useState } from "react";
import { RequestChange } from "./RequestChange.tsx";
import { MEMBER_REQUESTS, type MemberRequest } from "./memberRequests.ts";

/** What this clerk may ask for about the member, for a second person to decide. */
export function RequestMenu({ file }: { file: MemberFile }) {
  const texts = useTexts("asks");
  const requests = useTexts("requests");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [requested, setRequested] = useState<MemberRequest>();
  const kinds = MEMBER_REQUESTS.filter((kind) => file.may.request.includes(kind));
  if (kinds.length === 0) return null;
  const choose = (kind: MemberRequest) => {
    // The dialog gives the focus back to where it was, and the menu is gone by then.
    button.current?.focus();
    setIsOpen(false);
    setRequested(kind);
  };
  return (
    <span className="pop-anchor m-request">
      <Button
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.menu}
      </Button>
      {isOpen && (
        <Popover label={texts.menu} anchor={button} onClose={() => setIsOpen(false)}>
          <ul className="m-request-list">
            {kinds.map((kind) => (
              <li key={kind}>
                <Button look="quiet" block onClick={() => choose(kind)}>
                  {requests.kinds[kind]}
                </Button>
              </li>
            ))}
          </ul>
        </Popover>
      )}
      {requested !== undefined && (
        <RequestChange kind={requested} file={file} onClose={() => setRequested(undefined)} />
      )}
    </span>
  );
}
