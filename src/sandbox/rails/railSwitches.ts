import type { Answer } from "#sandbox/cardIssuer/authorizations.ts";
import { choiceField, fieldsOf, optionalText, textField } from "#sandbox/input.ts";
import { sendIncoming } from "#sandbox/instapay/incoming.ts";
import { decideByHand } from "#sandbox/instapay/switch.ts";
import { bankAnswers, type BankAnswer } from "#sandbox/pesonet/bankAnswers.ts";
import { answerFile, batches, clearFile, decidePesonet } from "#sandbox/pesonet/clearing.ts";
import { carryIncoming, sendByFile } from "#sandbox/pesonet/incoming.ts";
import type { World } from "#sandbox/world.ts";
import { transferOf } from "./railBooks.ts";
import { sayAnyway } from "./sayAnyway.ts";

const REFERENCE = /^[A-Za-z0-9-]{1,35}$/;
const CODE = /^[A-Z0-9]{4}$/;
const WORDS = {
  credit: "credited",
  reject: "rejected",
  return: "returned",
  hold: "held",
  clear: "cleared",
  answer: "answered",
  abolish: "abolished",
};

/** What a person or a test makes the rails do. */
export const railSwitches: Record<string, (world: World, body: unknown) => Answer> = {
  "/sandbox/instapay/answers": (world, body) => {
    const fields = fieldsOf(body);
    const reference = textField(fields, "reference", REFERENCE);
    const does = choiceField(fields, "does", ["credit", "reject", "return"] as const);
    const reasonCode = does === "credit" ? "" : codeIn(fields, "AC04");
    return answerOf(decideByHand(world, reference, { does, reasonCode }), reference, does);
  },

  "/sandbox/instapay/incoming": sendIncoming,

  "/sandbox/pesonet/incoming": sendByFile,

  "/sandbox/pesonet/answers": (world, body) => {
    const fields = fieldsOf(body);
    const reference = textField(fields, "reference", REFERENCE);
    const does = choiceField(fields, "does", ["credit", "hold", "return"] as const);
    return answerOf(answerByHand(world, reference, does, codeIn(fields, "AC03")), reference, does);
  },

  "/sandbox/pesonet/files": (world, body) => {
    const fields = fieldsOf(body);
    const messageId = textField(fields, "messageId", REFERENCE);
    const does = choiceField(fields, "does", ["clear", "answer", "abolish"] as const);
    const file = batches(world).find((candidate) => candidate.messageId === messageId);
    const isDone =
      file !== undefined &&
      (does === "answer" ? answerFile(world, file) : clearFile(world, file, does === "abolish"));
    decidePesonet(world);
    return answerOf(isDone, messageId, does);
  },

  "/sandbox/instapay/sayings": (world, body) => {
    const words = sayAnyway(world, "instapay", body);
    return { status: 200, body: {}, notice: words };
  },

  "/sandbox/pesonet/sayings": (world, body) => {
    const words = sayAnyway(world, "pesonet", body);
    return { status: 200, body: {}, notice: words };
  },

  "/sandbox/pesonet/cycles": (world, body) => {
    const does = choiceField(fieldsOf(body), "does", ["clear", "answer", "both"] as const);
    let cleared = 0;
    let answered = 0;
    for (const file of does === "answer" ? [] : batches(world)) {
      if (clearFile(world, file)) cleared += 1;
    }
    for (const file of does === "clear" ? [] : batches(world)) {
      if (answerFile(world, file)) answered += 1;
    }
    if (does !== "answer") carryIncoming(world, { isAll: true });
    decidePesonet(world);
    const counts = { cleared, answered };
    return {
      status: 200,
      body: counts,
      notice: `PESONet: ${cleared} cleared, ${answered} answered`,
    };
  },
};

/** A bank's answer to a settled transfer. One that was credited can only come back. */
function answerByHand(
  world: World,
  reference: string,
  does: "credit" | "hold" | "return",
  reasonCode: string,
): boolean {
  const transfer = transferOf(world, "pesonet", reference);
  const from = does === "return" ? ["waiting", "held", "credited"] : ["waiting", "held"];
  if (transfer === undefined || !from.includes(transfer.state)) return false;
  const isFirst = transfer.state !== "credited";
  const answer: BankAnswer = {
    transfer: { ...transfer, reasonCode, next: null },
    does: does === "return" && isFirst ? "reject" : does,
  };
  world.books.write(bankAnswers(world, [answer]));
  decidePesonet(world);
  return true;
}

function codeIn(fields: Record<string, unknown>, otherwise: string): string {
  return optionalText(fields, "reasonCode", CODE) ?? otherwise;
}

function answerOf(isDone: boolean, name: string, does: keyof typeof WORDS): Answer {
  if (isDone) return { status: 200, body: { name }, notice: `${name}: ${WORDS[does]}` };
  const message = `${name} cannot be ${WORDS[does]} now`;
  return { status: 409, body: { errors: [{ code: "DECIDED_ALREADY", message }] }, notice: message };
}
