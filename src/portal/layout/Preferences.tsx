import { changeLanguage, useLanguage, useTexts } from "#portal/texts/texts.ts";
import { changePreferences, preferences } from "#ui/preferences.ts";
import { Segmented } from "#ui/Segmented.tsx";
import { useStore } from "#ui/store.ts";
import { Languages, Moon } from "lucide-react";

/** English or Filipino; what was typed stays. */
export function LanguageSwitch({ onInk = false }: { onInk?: boolean }) {
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

/** Three sizes of text, on top of the browser's own zoom. */
export function TextSizeSwitch({ onInk = false }: { onInk?: boolean }) {
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
export function ThemeSwitch({ onInk = false }: { onInk?: boolean }) {
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

/** The rows of the drawer, with the language, and of the top bar's panel, without. */
export function PreferenceRows(props: { onInk?: boolean; withLanguage?: boolean }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  const onInk = props.onInk ?? false;
  return (
    <div className="prefs">
      {props.withLanguage && (
        <div>
          <span aria-hidden="true">
            <Languages /> {common.language}
          </span>
          <LanguageSwitch onInk={onInk} />
        </div>
      )}
      <div className="prefs-sizes">
        <span aria-hidden="true">
          <b className="prefs-a">A</b> {texts.textSize}
        </span>
        <TextSizeSwitch onInk={onInk} />
      </div>
      <div>
        <span aria-hidden="true">
          <Moon /> {texts.darkScreen}
        </span>
        <ThemeSwitch onInk={onInk} />
      </div>
    </div>
  );
}
