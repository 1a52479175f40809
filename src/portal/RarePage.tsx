import { ComeBackPage } from "./comeBack/ComeBackPage.tsx";
import { ForgotUsernamePage } from "./recovery/ForgotUsernamePage.tsx";
import { SomeoneElsePage } from "./recovery/SomeoneElsePage.tsx";
import { UnfreezePage } from "./recovery/UnfreezePage.tsx";
import { FrozenPage } from "./safety/FrozenPage.tsx";
import { StatusPage } from "./status/StatusPage.tsx";
import { VerifyPage } from "./verify/VerifyPage.tsx";

const PAGES = {
  forgotUsername: ForgotUsernamePage,
  comeBack: ComeBackPage,
  status: StatusPage,
  someoneElse: SomeoneElsePage,
  frozen: FrozenPage,
  unfreeze: UnfreezePage,
  verify: VerifyPage,
} as const;

/** One of the signed-out pages that few ever see: together they are one file of the program. */
export function RarePage({ name }: { name: keyof typeof PAGES }) {
  const Page = PAGES[name];
  return <Page />;
}
