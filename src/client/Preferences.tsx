import { changePreferences, preferences } from "#ui/preferences.ts";
import { Segmented } from "#ui/Segmented.tsx";
import { useStore } from "#ui/store.ts";
import { Languages, Moon } from "lucide-react";
import "./preferences.css";
import { useProgram } from "./program.tsx";

/** English or Filipino; what was typed stays. */
export function LanguageSwitch({ onInk = false }: { onInk?: boolean }) {
  const { useTexts, useLanguage, changeLanguage } = useProgram();
  const common = useTexts("common");
  const language = useLanguage();
  return (
    <Segmented
      label={common.language}
      value={language}
      onInk={onInk}
      choices={[
        { value: "en", label: "English", lang: "en" },
        { value: "fil", label: "Filipino", lang: "fil" },
      ]}
      onChange={(value) => void changeLanguage(value)}
    />
  );
}

/** Language, text size and dark screen, each in a row. */
export function PreferenceRows(props: {
  onInk?: boolean;
  /** Of a panel that has the language beside it, no. */
  hasLanguage?: boolean;
  hasIcons?: boolean;
}) {
  const { useTexts } = useProgram();
  const common = useTexts("common");
  const texts = useTexts("shell");
  const { onInk = false, hasLanguage = true, hasIcons = false } = props;
  return (
    <div className="prefs">
      {hasLanguage && (
        <div>
          <span aria-hidden="true">
            {hasIcons && <Languages />} {common.language}
          </span>
          <LanguageSwitch onInk={onInk} />
        </div>
      )}
      <div className="prefs-sizes">
        <span aria-hidden="true">
          {hasIcons && <b className="prefs-a">A</b>} {texts.textSize}
        </span>
        <TextSizeSwitch onInk={onInk} />
      </div>
      <div>
        <span aria-hidden="true">
          {hasIcons && <Moon />} {texts.darkScreen}
        </span>
        <ThemeSwitch onInk={onInk} />
      </div>
    </div>
  );
}

/** Three sizes of text, on top of the browser's own zoom. */
function TextSizeSwitch({ onInk }: { onInk: boolean }) {
  const { useTexts } = useProgram();
  const texts = useTexts("shell");
  const { textSize } = useStore(preferences);
  return (
    <Segmented
      label={texts.textSize}
      value={textSize}
      onInk={onInk}
      choices={[
        { value: "normal", label: "A", spoken: texts.textSizes.normal },
        { value: "large", label: "A", spoken: texts.textSizes.large },
        { value: "xlarge", label: "A", spoken: texts.textSizes.xlarge },
      ]}
      onChange={(value) => changePreferences({ textSize: value })}
    />
  );
}

/** Dark screen: as the device says, on, or off. */
function ThemeSwitch({ onInk }: { onInk: boolean }) {
  const { useTexts } = useProgram();
  const texts = useTexts("shell");
  const { theme } = useStore(preferences);
  return (
    <Segmented
      label={texts.darkScreen}
      value={theme}
      onInk={onInk}
      choices={[
        { value: "auto", label: texts.themes.auto },
        { value: "dark", label: texts.themes.dark },
        { value: "light", label: texts.themes.light },
      ]}
      onChange={(value) => changePreferences({ theme: value })}
    />
  );
}
