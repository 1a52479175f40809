import type { Failure } from "#contract/endpoint.ts";
import { queryClient } from "#portal/api/queries.ts";
import { loanProductsRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { useForm } from "#portal/shared/forms.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  applicationErrors,
  type ApplicationField,
  type ApplicationValues,
  forgetApplication,
  isSame,
  keepApplication,
  type KeptApplication,
} from "./applicationForm.ts";
import { shownMonths } from "./example.ts";
import { submitApplication } from "./submitApplication.ts";

const KEEP_AFTER_MS = 400;

/** The form, what was kept of it, and its way to the server: one application however often it is sent. */
export function useApplicationForm(kept: KeptApplication | undefined, known: ApplicationValues) {
  const texts = useTexts("loanApply");
  const guid = useGuid();
  const isGoing = useRef(false);
  // Filed or given up: what was typed is not kept again by the page that is still there for a moment.
  const isOver = useRef(false);
  const [sent, setSent] = useState(kept?.sent ?? null);
  const showFiled = useShowFiled();
  const asShown = useAsShown();
  const form = useForm<ApplicationField>({
    initial: kept?.values ?? known,
    check: (typed) => applicationErrors(guid, typed, texts.errors, known),
    send: async (typed) => {
      if (isGoing.current) return undefined;
      isGoing.current = true;
      const refused = await send(typed);
      isGoing.current = false;
      return refused;
    },
  });

  async function send(typed: ApplicationValues): Promise<Failure | undefined> {
    const values = asShown(typed);
    const outcome = await submitApplication(guid, { values, sent });
    switch (outcome.name) {
      case "filed":
      case "was_filed":
        isOver.current = true;
        showFiled(outcome.applicationNo, outcome.name === "filed");
        return undefined;
      case "refused":
        setSent(null);
        return outcome.failure;
      case "not_sent":
        return outcome.failure;
      case "open":
        setSent(values);
        return outcome.failure;
    }
  }

  // The profile may come after the form, and must take nothing away that was typed meanwhile.
  const [filledWith, setFilledWith] = useState(known);
  if (!isSame(filledWith, known)) {
    setFilledWith(known);
    if (kept === undefined) form.fill(filledWith, known);
  }

  const isAnyTyped = !isSame(form.values, known);
  useKeepTyped(form.values, isAnyTyped && !form.isPending, (values) =>
    isOver.current ? undefined : keepApplication({ values, sent }),
  );
  const giveUp = () => {
    isOver.current = true;
    return forgetApplication();
  };
  return { form, giveUp, isKept: kept !== undefined, mayHaveArrived: sent !== null };
}

/** With the months that the form shows where none were chosen; what it does not show is not sent. */
function useAsShown(): (typed: ApplicationValues) => ApplicationValues {
  const { data: products } = useQuery(loanProductsRead(useGuid()));
  return (typed) => {
    const product = products?.find(({ code }) => code === typed.loan_type);
    const months = product && shownMonths(product.terms, typed.months_wished);
    return { ...typed, months_wished: months === undefined ? "" : String(months) };
  };
}

/** To the dashboard, which shows the application (row J07); going back never leads to a form that was sent. */
function useShowFiled() {
  const texts = useTexts("loanApply");
  const navigate = useNavigate();
  return (applicationNo: string, isNew: boolean) => {
    showToast(
      isNew ? { kind: "ok", text: texts.submitted } : { kind: "info", text: texts.alreadyReceived },
    );
    void queryClient.invalidateQueries();
    void navigate(paths.dashboard, { replace: true, state: { applicationNo } });
  };
}

/** What was typed survives a reload and a session that ran out. */
function useKeepTyped(
  values: ApplicationValues,
  mayKeep: boolean,
  keep: (values: ApplicationValues) => Promise<void> | undefined,
): void {
  const text = JSON.stringify(values);
  const keepNow = useEffectEvent(() => void keep(values));
  useEffect(() => {
    if (!mayKeep) return;
    const timer = setTimeout(keepNow, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, mayKeep]);
}
