import { useTexts } from "#portal/texts/texts.ts";
import { FreezeInMenu } from "#portal/shared/FreezeInMenu.tsx";
import { IconButton } from "#ui/Button.tsx";
import { Drawer } from "#ui/Dialog.tsx";
import { Wordmark } from "#ui/Mark.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { Menu, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { noteGoing, usePlace } from "./goingTo.ts";
import { LogOut } from "./LogOut.tsx";
import { isAt, type MenuItem, tabItems } from "./menu.ts";
import { MenuList } from "./MenuList.tsx";
import { PreferenceRows } from "#client/Preferences.tsx";
import { WhoCard } from "./WhoCard.tsx";

/** Under this width the open drawer closes by itself (row G05). */
const VERY_NARROW = "(width < 295px)";

/** The ink header of narrow screens: mark, bell, menu. */
export function MobileHeader(props: { items: readonly MenuItem[]; bell: ReactNode }) {
  const texts = useTexts("shell");
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(() => {
    const query = matchMedia(VERY_NARROW);
    const onChange = () => {
      if (query.matches) setIsOpen(false);
    };
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);
  return (
    <>
      <header className="mhead">
        <Wordmark short />
        {props.bell}
        <IconButton label={texts.openMenu} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Menu />
        </IconButton>
      </header>
      <Ribbon code="SHELL" className="mstrip" />
      {isOpen && (
        <Drawer label={texts.menu} onClose={close}>
          <Ribbon code="SHELL" className="side-strip" />
          <div className="drawer-head">
            <Wordmark />
            <IconButton label={texts.closeMenu} onClick={close}>
              <X />
            </IconButton>
          </div>
          <WhoCard />
          <nav aria-label={texts.mainMenu}>
            <MenuList items={props.items} onChoose={close} />
          </nav>
          <PreferenceRows onInk hasIcons />
          <FreezeInMenu />
          <LogOut />
        </Drawer>
      )}
    </>
  );
}

/** The places at the foot of narrow screens, each with its word. */
export function TabBar({ items }: { items: readonly MenuItem[] }) {
  const texts = useTexts("shell");
  const { place } = usePlace();
  return (
    <nav className="tabbar" aria-label={texts.shortcuts}>
      {tabItems(items).map((item) => {
        const Icon = item.icon;
        return item.isExternal ? (
          <a key={item.key} href={item.to} target="_blank" rel="noopener noreferrer">
            <Icon />
            {item.tab}
          </a>
        ) : (
          <Link
            key={item.key}
            to={item.to}
            aria-current={isAt(item, place) ? "page" : undefined}
            onClick={(press) => noteGoing(press, item.to)}
          >
            <Icon />
            {item.tab}
          </Link>
        );
      })}
    </nav>
  );
}
