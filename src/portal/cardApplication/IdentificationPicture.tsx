import { useTexts } from "#portal/texts/texts.ts";
import { StatusTag } from "#ui/StatusTag.tsx";
import { ImageOff } from "lucide-react";
import { useState } from "react";

/** A picture of the member's file, from base64; where there is none, or it is none, that is said. */
export function IdentificationPicture(props: { name: string; base64: string; isMissing: boolean }) {
  const texts = useTexts("cardApplication");
  const [isBroken, setIsBroken] = useState(false);
  const type = mediaType(props.base64);
  return (
    <figure className={props.isMissing ? "apply-picture missing" : "apply-picture"}>
      {type === undefined || isBroken ? (
        <div className="apply-nopicture">
          <ImageOff />
          <span>{texts.noPicture}</span>
        </div>
      ) : (
        <img
          src={`data:${type};base64,${props.base64}`}
          alt={texts.pictureOf(props.name)}
          onError={() => setIsBroken(true)}
        />
      )}
      <figcaption>
        {props.name} {props.isMissing && <StatusTag kind="bad">{texts.missing}</StatusTag>}
      </figcaption>
    </figure>
  );
}

/** By its first bytes: only what the contract promises is given to the browser as a picture. */
function mediaType(base64: string): "image/jpeg" | "image/png" | undefined {
  if (base64.startsWith("/9j/")) return "image/jpeg";
  return base64.startsWith("iVBORw0KGgo") ? "image/png" : undefined;
}
