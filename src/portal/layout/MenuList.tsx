import { useTexts } from "#portal/texts/texts.ts";
import { Link } from "react-router";
import { noteGoing, usePlace } from "./goingTo.ts";
import { isAt, type MenuItem } from "./menu.ts";

/** The menu as links, in the sidebar and in the drawer. */
export function MenuList(props: { items: readonly MenuItem[]; onChoose?: () => void }) {
  const { place } = usePlace();
  return (
    <ul className="menu">
      {props.items.map((item, index) => (
        <li key={item.key} className={startsGroup(props.items, index) ? "menu-group" : undefined}>
          <MenuLink item={item} isHere={isAt(item, place)} onChoose={props.onChoose} />
        </li>
      ))}
    </ul>
  );
}

function startsGroup(items: readonly MenuItem[], index: number): boolean {
  return index > 0 && items[index]?.group !== items[index - 1]?.group;
}

function MenuLink(props: { item: MenuItem; isHere: boolean; onChoose: (() => void) | undefined }) {
  const texts = useTexts("shell");
  const { item } = props;
  const Icon = item.icon;
  if (item.isDisabled) {
    return (
      <span className="menu-link menu-off" aria-disabled="true">
        <Icon />
        <span>
          {item.label}{" "}
          {item.barredFor === undefined ? (
            <span className="sr">({texts.notAvailable})</span>
          ) : (
            <small>({item.barredFor})</small>
          )}
        </span>
      </span>
    );
  }
  if (item.isExternal) {
    return (
      <a className="menu-link" href={item.to} target="_blank" rel="noopener noreferrer">
        <Icon />
        <span>
          {item.label} <span className="sr">({texts.opensNewTab})</span>
        </span>
      </a>
    );
  }
  return (
    <Link
      className="menu-link"
      to={item.to}
      aria-current={props.isHere ? "page" : undefined}
      onClick={(press) => {
        noteGoing(press, item.to);
        props.onChoose?.();
      }}
    >
      <Icon />
      {item.label}
    </Link>
  );
}
