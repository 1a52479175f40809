import { useMay } from "#console/api/me.ts";
import { countText, useQueueCounts } from "#console/api/queues.ts";
import { isAt, MENU, MENU_GROUPS } from "#console/menu.ts";
import { useTexts } from "#console/texts/texts.ts";
import { useId } from "react";
import { Link, useLocation } from "react-router";

/** The screens that the signed-in person may open, in their groups, with what waits in each. */
export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const texts = useTexts("shell");
  const may = useMay();
  const counts = useQueueCounts();
  const { pathname } = useLocation();
  const id = useId();
  return (
    <nav aria-label={texts.mainMenu} className="c-menu">
      {MENU_GROUPS.map((group) => {
        const items = MENU.filter((item) => item.group === group && may(item.action));
        if (items.length === 0) return null;
        return (
          <div key={group}>
            <h2 id={`${id}-${group}`}>{texts.groups[group]}</h2>
            <ul aria-labelledby={`${id}-${group}`}>
              {items.map((item) => {
                const count = item.queue === undefined ? undefined : counts[item.queue];
                const Icon = item.icon;
                return (
                  <li key={item.key}>
                    <Link
                      to={item.to}
                      aria-current={isAt(item, pathname) ? "page" : undefined}
                      onClick={onChoose}
                    >
                      <Icon />
                      <span>{texts.menu[item.key]}</span>
                      {count !== undefined && count.count > 0 && (
                        <span className="c-badge">
                          <span aria-hidden="true">{countText(count)}</span>
                          <span className="sr">{texts.waiting(countText(count))}</span>
                        </span>
                      )}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
