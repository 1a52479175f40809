import { profileState } from "#portal/api/sessionState.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Skeleton } from "#ui/Skeleton.tsx";
import { useStore } from "#ui/store.ts";

/** Full name, username, and the last four digits of the mobile number. */
export function WhoCard() {
  const texts = useTexts("shell");
  const profile = useStore(profileState);
  if (profile === undefined) {
    return (
      <div className="who" aria-hidden="true">
        <b>
          <Skeleton width="80%" />
        </b>
        <span>
          <Skeleton width="60%" />
        </span>
        <span>
          <Skeleton width="50%" />
        </span>
      </div>
    );
  }
  const lastFour = profile.mobileNumber.slice(-4);
  return (
    <div className="who">
      <b>{fullName(profile)}</b>
      <span>{profile.username}</span>
      {lastFour !== "" && (
        <span>
          <span aria-hidden="true">•••• ••• {lastFour}</span>
          <span className="sr">{texts.mobileEnding(lastFour)}</span>
        </span>
      )}
    </div>
  );
}

/** 'Ramon D. Villafuerte Jr.' */
function fullName(name: {
  firstName: string;
  middleName: string;
  lastName: string;
  qualifier: string;
}): string {
  const initial = name.middleName === "" ? "" : `${name.middleName.slice(0, 1)}.`;
  return [name.firstName, initial, name.lastName, name.qualifier].filter(Boolean).join(" ");
}
