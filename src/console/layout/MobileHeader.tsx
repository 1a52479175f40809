import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import { IconButton } from "#ui/Button.tsx";
import { Drawer } from "#ui/Dialog.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { Menu, Search, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Alerts } from "./Alerts.tsx";
import { PreferenceRows } from "#client/Preferences.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { LogOutButton, OwnPasswordLink, WhoIsThis } from "./WhoIsThis.tsx";

/** The ink header of narrow windows: the menu as a drawer, the bell, the search. */
export function MobileHeader() {
  const texts = useTexts("shell");
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <header className="c-mhead">
        <IconButton label={texts.openMenu} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Menu />
        </IconButton>
        <b className="c-grow">{texts.console}</b>
        <Alerts />
        {may("member.search") && (
          <Link className="iconbtn" to={paths.search} aria-label={texts.openSearch}>
            <Search />
          </Link>
        )}
      </header>
      {isOpen && (
        <Drawer label={texts.mainMenu} onClose={close} className="c-drawer">
          <Ribbon code="SHELL" className="c-strip" />
          <div className="c-drawer-head">
            <WhoIsThis />
            <IconButton label={texts.closeMenu} onClick={close}>
              <X />
            </IconButton>
          </div>
          <SideMenu onChoose={close} />
          <PreferenceRows onInk />
          <OwnPasswordLink onChoose={close} />
          <LogOutButton />
        </Drawer>
      )}
    </>
  );
}
