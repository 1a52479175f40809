import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Popover } from "#ui/Popover.tsx";
import { useRef, useState } from "react";
import { AskChange } from "./AskChange.tsx";
import { MEMBER_ASKS, type MemberAsk } from "./memberAsks.ts";

/** What this clerk may ask for about the member, for a second person to decide. */
export function AskMenu({ file }: { file: MemberFile }) {
  const texts = useTexts("asks");
  const requests = useTexts("requests");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<MemberAsk>();
  const kinds = MEMBER_ASKS.filter((kind) => file.may.request.includes(kind));
  if (kinds.length === 0) return null;
  const choose = (kind: MemberAsk) => {
    // The dialog gives the focus back to where it was, and the menu is gone by then.
    button.current?.focus();
    setIsOpen(false);
    setAsked(kind);
  };
  return (
    <span className="pop-anchor m-ask">
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
          <ul className="m-ask-list">
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
      {asked !== undefined && (
        <AskChange kind={asked} file={file} onClose={() => setAsked(undefined)} />
      )}
    </span>
  );
}
