import { canInstall, install } from "#portal/api/installing.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useStore } from "#ui/store.ts";

/** Puts the portal on the home screen, where the browser offers it. */
export function InstallLink() {
  const { device } = useTexts("app");
  const isOffered = useStore(canInstall);
  if (!isOffered) return null;
  return (
    <button type="button" className="linkbtn" onClick={() => void install()}>
      {device.install}
    </button>
  );
}
