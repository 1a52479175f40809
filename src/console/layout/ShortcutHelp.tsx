import { useTexts } from "#console/texts/texts.ts";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useStore } from "#ui/store.ts";
import { Fragment } from "react";
import { shortcutsOn, switchShortcuts } from "./shortcuts.ts";

/** The keys of every list, and the switch that turns them off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { shortcuts } = useTexts("table");
  const isOn = useStore(shortcutsOn);
  const rows: readonly [readonly string[], string][] = [
    [["/"], shortcuts.search],
    [["?"], shortcuts.help],
    [["j", "↓"], shortcuts.down],
    [["k", "↑"], shortcuts.up],
    [["Enter"], shortcuts.open],
    [["x"], shortcuts.select],
    [["Esc"], shortcuts.back],
    [["[", "]"], shortcuts.pages],
  ];
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl className="c-keys">
        {rows.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="sr">{shortcuts.or}</span>}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        id="shortcuts-on"
        checked={isOn}
        onChange={(event) => switchShortcuts(event.target.checked)}
      >
        {shortcuts.on}
      </Checkbox>
      <p className="meta">{shortcuts.onHint}</p>
    </Dialog>
  );
}
