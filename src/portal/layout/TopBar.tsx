import { useTexts } from "#portal/texts/texts.ts";
import { IconButton } from "#ui/Button.tsx";
import { Popover } from "#ui/Popover.tsx";
import { amountsHidden, hideAmounts } from "#ui/preferences.ts";
import { useStore } from "#ui/store.ts";
import { Eye, EyeOff, SunMoon } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { LanguageSwitch, PreferenceRows } from "#client/Preferences.tsx";

/** The bar above wide screens: language, text size and dark screen, hide amounts, bell. */
export function TopBar({ bell }: { bell: ReactNode }) {
  return (
    <header className="topbar">
      <LanguageSwitch />
      <DisplayButton />
      <HideAmountsButton />
      {bell}
    </header>
  );
}

/** Covers every amount on every screen, and shows them again. */
function HideAmountsButton() {
  const texts = useTexts("shell");
  const isHidden = useStore(amountsHidden);
  return (
    <IconButton
      label={isHidden ? texts.showAmounts : texts.hideAmounts}
      onClick={() => hideAmounts(!isHidden)}
    >
      {isHidden ? <EyeOff /> : <Eye />}
    </IconButton>
  );
}

function DisplayButton() {
  const texts = useTexts("shell");
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const label = `${texts.textSize}, ${texts.darkScreen}`;
  return (
    <div className="pop-anchor">
      <IconButton
        ref={anchor}
        label={label}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SunMoon />
      </IconButton>
      {isOpen && (
        <Popover label={label} anchor={anchor} onClose={() => setIsOpen(false)}>
          <PreferenceRows hasLanguage={false} hasIcons />
        </Popover>
      )}
    </div>
  );
}
