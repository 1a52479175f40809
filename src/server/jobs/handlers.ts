import type { TaskList } from "graphile-worker";
import * as z from "zod/mini";
import type { App } from "#server/app.ts";
import { deliverText } from "#server/messages/deliverText.ts";
import { creditCard } from "#server/transfers/creditCard.ts";

const creditCardJob = z.object({ refNo: z.string(), correlationId: z.string() });

/** What each kind of promised work does. Every handler may run twice for one job. */
export function jobHandlers(app: App): TaskList {
  return {
    send_text: (payload, { job }) => deliverText(app, payload, job.id),
    credit_card: (payload) => creditCard(app, creditCardJob.parse(payload)),
  };
}
