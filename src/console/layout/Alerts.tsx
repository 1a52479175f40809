import { countText, queuesRead } from "#console/api/queues.ts";
import { useTexts } from "#console/texts/texts.ts";
import { IconButton } from "#ui/Button.tsx";
import { Popover } from "#ui/Popover.tsx";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useRef, useState } from "react";
import { QueueList } from "./QueueList.tsx";

/** The bell: what waits for the signed-in person, and where. */
export function Alerts() {
  const texts = useTexts("shell");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { data = [] } = useQuery(queuesRead());
  const sum = data.reduce((total, { count }) => total + count, 0);
  const isMore = data.some((queue) => queue.isMore);
  const label = sum === 0 ? texts.alerts : texts.alertsWaiting(countText({ count: sum, isMore }));
  return (
    <span className="pop-anchor">
      <IconButton
        ref={button}
        label={label}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell />
        {sum > 0 && <i className="c-dot" />}
      </IconButton>
      {isOpen && (
        <Popover label={texts.alerts} anchor={button} onClose={() => setIsOpen(false)}>
          <div className="c-pop">
            <QueueList
              queues={data.filter(({ count }) => count > 0)}
              nothing={texts.noAlerts}
              onChoose={() => setIsOpen(false)}
            />
          </div>
        </Popover>
      )}
    </span>
  );
}
