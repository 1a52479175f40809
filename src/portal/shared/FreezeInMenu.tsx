import { useTexts } from "#portal/texts/texts.ts";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { FreezeDialog } from "./FreezeDialog.tsx";

/** The freeze in the sidebar and the drawer: near from every screen, with its question. */
export function FreezeInMenu() {
  const texts = useTexts("freeze");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="out freeze-in-menu" onClick={() => setIsAsking(true)}>
        <Snowflake />
        {texts.action}
      </button>
      {isAsking && <FreezeDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}
