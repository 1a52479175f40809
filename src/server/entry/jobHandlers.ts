import type { TaskList } from "graphile-worker";
import * as z from "zod/mini";
import { ISSUER_KINDS, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { advanceApplication } from "#server/domains/cards/production/advanceApplication.ts";
import { drawStatement } from "#server/domains/loans/disclosure/drawStatement.ts";
import { deliverMail } from "#server/platform/mail/deliverMail.ts";
import { deliverSms } from "#server/platform/messages/deliverSms.ts";
import { textUnlessPushed } from "#server/platform/notifications/textUnlessPushed.ts";
import { sendPush } from "#server/platform/push/sendPush.ts";
import { checkImport } from "#server/domains/imports/checkImport.ts";
import { runImport } from "#server/domains/imports/runImport.ts";
import { postRemittance } from "#server/domains/payroll/postRemittance.ts";
import { sendRailTransfer } from "#server/domains/transfers/rails/settleRailTransfer.ts";
import { sendToIssuer } from "#server/domains/transfers/settlement/settleWithIssuer.ts";

const importJob = z.object({ importId: z.string().check(z.regex(/^\d{1,18}$/)) });
const applicationJob = z.object({ applicationId: z.string().check(z.regex(/^\d{1,18}$/)) });
const remittanceJob = z.object({ remittanceId: z.string().check(z.regex(/^\d{1,18}$/)) });
const offerJob = z.object({ offerId: z.string().check(z.regex(/^\d{1,18}$/)) });
const transferJob = z.object({ refNo: z.string(), correlationId: z.string() });

/** What each kind of promised work does. Every handler may run twice for one job. */
export function jobHandlers(app: App): TaskList {
  return {
    send_text: (payload, { job }) => deliverSms(app, payload, job.id),
    send_mail: (payload) => deliverMail(app, payload),
    send_push: (payload) => sendPush(app, payload),
    text_unless_pushed: (payload) => textUnlessPushed(app, payload),
    check_import: (payload) => checkImport(app, BigInt(importJob.parse(payload).importId)),
    run_import: (payload) => runImport(app, BigInt(importJob.parse(payload).importId)),
    post_remittance: (payload) =>
      postRemittance(app, BigInt(remittanceJob.parse(payload).remittanceId)),
    draw_loan_statement: (payload) => drawStatement(app, BigInt(offerJob.parse(payload).offerId)),
    advance_card_application: (payload) =>
      advanceApplication(app, BigInt(applicationJob.parse(payload).applicationId)),
    ...issuerJobs(app),
    send_rail_transfer: (payload) => sendRailTransfer(app, transferJob.parse(payload)),
  };
}

/** The job of each kind of transfer that the card issuer settles: which kind it is says the transfer. */
function issuerJobs(app: App): TaskList {
  const send = (payload: unknown) => sendToIssuer(app, transferJob.parse(payload));
  return Object.fromEntries(ISSUER_KINDS.map((kind) => [TRANSFER_KINDS[kind].job, send]));
}
