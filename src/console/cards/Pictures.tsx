import { fetchPicture } from "#console/api/fetchPicture.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import {
  type ApplicationDetails,
  getCardPicture,
  type PictureName,
} from "#contract/staff/cards.ts";
import { Button } from "#ui/Button.tsx";
import { useState } from "react";

/** The member's identification, fetched one picture at a time once asked for: each look is recorded. */
export function Pictures({ application }: { application: ApplicationDetails }) {
  const texts = useTexts("cards");
  const { id: applicationId, pictures, may } = application;
  const [shown, setShown] = useState<Partial<Record<PictureName, string>>>({});
  const [problem, setProblem] = useState("");
  if (!may.seePictures) return null;
  const show = async (picture: PictureName) => {
    setProblem("");
    const answer = await fetchPicture(getCardPicture, { params: { applicationId, picture } });
    if ("failure" in answer) setProblem(failureText(answer.failure));
    else setShown((others) => ({ ...others, [picture]: answer.url }));
  };
  return (
    <section aria-label={texts.pictures}>
      <h3>{texts.pictures}</h3>
      <p className="meta">{pictures.length === 0 ? texts.noPictures : texts.picturesHint}</p>
      <div className="k-pictures">
        {pictures.map((picture) => {
          const name = texts.pictureNames[picture];
          const url = shown[picture];
          return url === undefined ? (
            <Button key={picture} small onClick={() => void show(picture)}>
              {texts.showPicture(name)}
            </Button>
          ) : (
            <figure key={picture}>
              <img src={url} alt={name} />
              <figcaption className="meta">{name}</figcaption>
            </figure>
          );
        })}
      </div>
      {problem !== "" && <p role="alert">{problem}</p>}
    </section>
  );
}
