import { changeLanguage, useLanguage, useTexts } from "#console/texts/texts.ts";
import { changePreferences, preferences } from "#ui/preferences.ts";
import { Segmented } from "#ui/Segmented.tsx";
import { useStore } from "#ui/store.ts";

/** Language, text size and dark screen. */
export function Preferences({ onInk = false }: { onInk?: boolean }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  const language = useLanguage();
  const { theme, textSize } = useStore(preferences);
  return (
    <div className="c-prefs">
      <div>
        <span aria-hidden="true">{common.language}</span>
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
      </div>
      <div className="c-prefs-sizes">
        <span aria-hidden="true">{texts.textSize}</span>
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
      </div>
      <div>
        <span aria-hidden="true">{texts.darkScreen}</span>
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
      </div>
    </div>
  );
}
