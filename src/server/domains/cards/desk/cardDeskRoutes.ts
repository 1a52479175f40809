import {
  getCardIdentification,
  releaseCard as releaseCall,
  saveCardIdentification,
  sendCardPicture,
  unsuspendMemberCard,
} from "#contract/staff/cardDesk.ts";
import {
  getCardBatchFile,
  getCardOrders,
  listCardBatches,
  makeCardBatch,
} from "#contract/staff/cardProduction.ts";
import { inquireIssuerAgain as inquireAgainCall } from "#contract/staff/jobs.ts";
import { lockMemberCard as lockCall } from "#contract/staff/memberActions.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { Refusal } from "#server/refusal.ts";
import { countWaiting, listBatches } from "./batches.ts";
import { readIdentification, saveIdentification } from "./identification.ts";
import { inquireIssuerAgain } from "./inquireIssuerAgain.ts";
import { lockMemberCard } from "./lockMemberCard.ts";
import { makeBatch, readBatchFile } from "./makeBatch.ts";
import { savePicture } from "./pictures.ts";
import { releaseCard } from "./releaseCard.ts";
import { unsuspendCard } from "./unsuspendCard.ts";

/** Making and handing out cards, and what the desk does for one member. */
export const cardDeskRoutes: Route[] = [
  onStaffCall(listCardBatches, async ({ app, query }) => ({
    result: await listBatches(app, query),
  })),
  onStaffCall(getCardOrders, async ({ app }) => ({ result: await countWaiting(app) })),
  onStaffCall(makeCardBatch, async ({ app, staff }) => {
    // One file holds orders of every branch.
    if (!staff.may("card_batch.make", null)) throw new Refusal("not_your_role");
    return { result: await makeBatch(app, staff) };
  }),
  onStaffCall(getCardBatchFile, async ({ app, staff, params }) => ({
    file: await readBatchFile(app, staff, params.batchId),
  })),
  onStaffCall(releaseCall, async ({ app, staff, params, body }) => {
    const { serial, shownId: idType, note } = body;
    await releaseCard(app, staff, { ...params, serial, idType, note });
    return {};
  }),
  onStaffCall(lockCall, async ({ app, staff, params, body }) => ({
    result: await lockMemberCard(app, staff, { ...params, ...body }),
  })),
  onStaffCall(inquireAgainCall, async ({ app, staff, body }) => {
    await inquireIssuerAgain(app, staff, body.id);
    return {};
  }),
  onStaffCall(unsuspendMemberCard, async ({ app, staff, params, body }) => {
    const { reason } = body;
    return { result: await unsuspendCard(app, staff, { ...params, reason }) };
  }),
  onStaffCall(getCardIdentification, async ({ app, staff, params }) => ({
    result: await readIdentification(app, staff, params.memberGuid),
  })),
  onStaffCall(saveCardIdentification, async ({ app, staff, params, body }) => {
    await saveIdentification(app, staff, params.memberGuid, body);
    return {};
  }),
  onStaffCall(sendCardPicture, async ({ app, staff, params, query, upload }) => {
    await savePicture(app, staff, { ...params, ...query }, upload);
    return {};
  }),
];
