import { read } from "#console/api/queries.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getAuditChain } from "#contract/staff/audit.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type * as z from "zod/mini";

type Chain = z.output<typeof getAuditChain.result>;

const READ_EVERY_MS = 30_000;

/** What the last verification found, and behind a press how far both chains are sealed and signed. */
export function ChainStatus() {
  const texts = useTexts("audit").chain;
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ["auditChain"],
    queryFn: ({ signal }) => read(getAuditChain, {}, signal),
    refetchInterval: READ_EVERY_MS,
  });
  if (data === undefined) return null;
  const { verification } = data.result;
  const isWhole = verification !== null && verification.findings === 0;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {isWhole ? <ShieldCheck /> : <ShieldAlert />} {verification === null && texts.unverified}
        {isWhole && texts.verified}
        {verification !== null && !isWhole && texts.findings(verification.findings)}
      </Button>
      {isOpen && <ChainDialog chain={data.result} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChainDialog({ chain, onClose }: { chain: Chain; onClose: () => void }) {
  const texts = useTexts("audit").chain;
  const language = useLanguage();
  const moment = (at: string) => formatDate(new Date(at), "dayTime", language);
  const place = (position: string, at: string | null | undefined) =>
    at ? texts.upTo(position, moment(at)) : texts.nothing;
  const { audit, ledger, verification } = chain;
  const signed = ({ signed: head }: Chain["audit"]) => place(head?.position ?? "0", head?.at);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {verification !== null && verification.findings > 0 && (
        <Notice kind="bad">{texts.advice}</Notice>
      )}
      <KeyValueList
        isTight
        rows={[
          { key: "audit", name: texts.audit, value: place(audit.position, audit.sealedAt) },
          { key: "auditSigned", name: texts.auditSigned, value: signed(audit) },
          { key: "ledger", name: texts.ledger, value: place(ledger.position, ledger.sealedAt) },
          { key: "ledgerSigned", name: texts.ledgerSigned, value: signed(ledger) },
          {
            key: "last",
            name: texts.last,
            value: verification === null ? texts.unverified : moment(verification.at),
          },
        ]}
      />
      {verification !== null && verification.named.length > 0 && (
        <section aria-label={texts.named}>
          <h3>{texts.named}</h3>
          <ul>
            {verification.named.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
