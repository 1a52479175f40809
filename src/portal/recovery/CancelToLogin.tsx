import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Link } from "react-router";

/** Cancel: nothing is set, and the old one stays. */
export function CancelToLogin() {
  const common = useTexts("common");
  return (
    <p className="after-form">
      <Link className={buttonClass({ look: "secondary", block: true })} to={paths.login} replace>
        {common.cancel}
      </Link>
    </p>
  );
}
