import { sessionState } from "#portal/api/sessionState.ts";
import { changeLanguage, useLanguage, useTexts } from "#portal/texts/texts.ts";
import { ProgramProvider } from "#client/program.tsx";
import { useStore } from "#ui/store.ts";
import { Toasts } from "#ui/Toasts.tsx";
import { WordsProvider } from "#ui/words.tsx";
import { lazyPage } from "#ui/lazyPart.tsx";
import { Suspense, useLayoutEffect } from "react";
import { SignedOutRoutes } from "./SignedOutRoutes.tsx";
import { StartFailure } from "./StartFailure.tsx";

const MemberRoutes = lazyPage(async () => (await import("./routes.tsx")).MemberRoutes, {
  around: ({ children }) => <main>{children}</main>,
});

const PROGRAM = { useTexts, useLanguage, changeLanguage };

/**
 * The portal: the signed-out pages, or the member's once their code is here. While it is not known
 * who sits there, a prerendered login stays and any other page shows the shell's skeleton.
 */
export function App({ isPrerendered }: { isPrerendered: boolean }) {
  const { words } = useTexts("common");
  const { name } = useStore(sessionState);
  return (
    <ProgramProvider value={PROGRAM}>
      <WordsProvider value={words}>
        <StartFailure>
          {name === "signed_in" && (
            <Suspense fallback={<Seen page="app" />}>
              <Seen page="ready" />
              <MemberRoutes />
            </Suspense>
          )}
          {(name === "signed_out" || (name === "unknown" && isPrerendered)) && (
            <>
              <Seen page="login" />
              <SignedOutRoutes />
            </>
          )}
        </StartFailure>
        <Toasts />
      </WordsProvider>
    </ProgramProvider>
  );
}

/**
 * Says in the document what is to be seen: 'app' is the skeleton of the shell that stands in the
 * page (shell.css), 'login' and 'ready' are what React draws.
 */
function Seen({ page }: { page: "login" | "app" | "ready" }) {
  useLayoutEffect(() => {
    document.documentElement.dataset["page"] = page;
  }, [page]);
  return null;
}
