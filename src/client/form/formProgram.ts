import type { Failure } from "#contract/endpoint.ts";
import type { ComponentType } from "react";

/** How the forms of a program speak, and what they do with a no. */
export type FormProgram = {
  failureText: (failure: Failure) => string;
  /** A field's text of the contract in the language of the page. */
  fieldErrorText: (english: string) => string;
  useFormTexts: () => {
    /** Above a form whose fields are named there: how many are to be mended. */
    problems?: (count: number) => string;
    /** Instead of the failure's own text where the browser is offline. */
    nothingSent?: string;
    /** Under a form that is under way for long. */
    slow?: string;
  };
  /** A form that the server asks to wait is not sent again before. */
  waits: boolean;
  /** Stands behind the text of a failure. */
  Beside?: ComponentType<{ failure: Failure; waitSeconds: number }>;
};
