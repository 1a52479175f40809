import { failureOf } from "#client/queries.ts";
import { loanQuoteRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Quote } from "./payment.ts";

/** What needs the figures of a loan and the accounts that can pay it; a dialog while they are not there. */
export function WithQuote(props: {
  loanNo: string;
  texts: Record<"title" | "noAccounts" | "loading" | "failed", string>;
  onClose: () => void;
  children: (quote: Quote) => ReactNode;
}) {
  const { loanNo, texts, onClose } = props;
  const { data, error } = useQuery(loanQuoteRead(useGuid(), loanNo, ""));
  if (data !== undefined && data.accounts.length > 0) return props.children(data);
  const failure = failureOf(error);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {data !== undefined && <Notice kind="info">{texts.noAccounts}</Notice>}
      {data === undefined && failure !== undefined && (
        <Notice kind="bad" role="alert">
          {failure.httpStatus === 0 ? texts.failed : failureText(failure)}
        </Notice>
      )}
      {data === undefined && failure === undefined && (
        <Loading label={texts.loading}>
          <Skeleton width="100%" height="14rem" />
        </Loading>
      )}
    </Dialog>
  );
}
