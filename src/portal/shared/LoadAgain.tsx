import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";

/** Brings the texts that are in force: they are part of the page. */
export function LoadAgain() {
  const common = useTexts("common");
  return (
    <Button block onClick={() => location.reload()}>
      {common.loadAgain}
    </Button>
  );
}
