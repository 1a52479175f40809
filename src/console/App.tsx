import { followSession, queryClient } from "#console/api/queries.ts";
import { changeLanguage, useLanguage, useTexts } from "#console/texts/texts.ts";
import { ProgramProvider } from "#client/program.tsx";
import { watchConnection } from "#client/reconnect.ts";
import { Toasts } from "#ui/Toasts.tsx";
import { WordsProvider } from "#ui/words.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { ScreenFailure } from "./layout/ScreenFailure.tsx";
import { ConsoleRoutes } from "./routes.tsx";

const PROGRAM = { useTexts, useLanguage, changeLanguage };

/** The console, and what runs while it is open. */
export function App() {
  const { words } = useTexts("common");
  useEffect(() => {
    const stops = [followSession(), watchConnection()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <ProgramProvider value={PROGRAM}>
      <WordsProvider value={words}>
        <QueryClientProvider client={queryClient}>
          <ScreenFailure>
            <ConsoleRoutes />
          </ScreenFailure>
        </QueryClientProvider>
        <Toasts />
      </WordsProvider>
    </ProgramProvider>
  );
}
