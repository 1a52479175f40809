import { useTexts } from "#console/texts/texts.ts";
import { Button, IconButton } from "#ui/Button.tsx";
import { Popover } from "#ui/Popover.tsx";
import { CircleUser, Keyboard } from "lucide-react";
import { useRef, useState } from "react";
import { Alerts } from "./Alerts.tsx";
import { PreferenceRows } from "#client/Preferences.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { LogOutButton, OwnPasswordLink } from "./WhoIsThis.tsx";

/** Search, shortcuts, the bell and one's account, above every screen of a wide window. */
export function TopBar() {
  const texts = useTexts("shell");
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useShortcuts({
    "?": () => {
      setIsHelpOpen(true);
      return true;
    },
  });
  return (
    <div className="c-top">
      <SearchBox />
      <div className="c-grow" />
      <Button look="quiet" small aria-haspopup="dialog" onClick={() => setIsHelpOpen(true)}>
        <Keyboard /> {texts.shortcuts} <kbd aria-hidden="true">?</kbd>
      </Button>
      <Alerts />
      <AccountButton />
      {isHelpOpen && <ShortcutHelp onClose={() => setIsHelpOpen(false)} />}
    </div>
  );
}

function AccountButton() {
  const texts = useTexts("shell");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className="pop-anchor">
      <IconButton
        ref={button}
        label={texts.account}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CircleUser />
      </IconButton>
      {isOpen && (
        <Popover label={texts.account} anchor={button} onClose={() => setIsOpen(false)}>
          <div className="c-pop">
            <PreferenceRows />
            <OwnPasswordLink onChoose={() => setIsOpen(false)} />
            <LogOutButton />
          </div>
        </Popover>
      )}
    </span>
  );
}
