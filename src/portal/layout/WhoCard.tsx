import { profileState } from "#portal/api/sessionState.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { useStore } from "#ui/store.ts";

/** Full name, username, the last four digits of the mobile number, and the login before this one. */
export function WhoCard() {
  const texts = useTexts("shell");
  const language = useLanguage();
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
        <span>
          <Skeleton width="90%" />
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
      {profile.dateLastLogin !== "" && (
        <span className="who-login">
          {texts.lastLogin(formatDate(new Date(profile.dateLastLogin), "dayTime", language))}
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
