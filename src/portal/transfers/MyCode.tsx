import { formatPesos, parsePesos } from "#common/money.ts";
import { writeQrPh } from "#common/writeQrPh.ts";
import { keepFile } from "#client/keepFile.ts";
import type { TransferSetup } from "#contract/transferSetup.ts";
import { profileState } from "#portal/api/sessionState.ts";
import type { QrTexts } from "#portal/texts/en/qr.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { Share2 } from "lucide-react";
import { encodeQR } from "qr";
import { useState } from "react";
import { groupedDigits } from "./payee.tsx";
import { shareFile } from "#portal/shared/shareFile.ts";

const CODE = { ecc: "medium", border: 4 } as const;
const CITY = "Manila";
/** Dots of the saved picture a module. */
const DOTS = 12;
/** Dots that a line beneath the code is high. */
const LINE = 44;

/** The member's own code to be paid: of any amount, or of one. */
export function MyCode({ setup }: { setup: TransferSetup }) {
  const texts = useTexts("qr");
  const profile = useStore(profileState);
  const [typed, setTyped] = useState("");
  const amount = typed === "" ? undefined : parsePesos(typed);
  const { eonAccount, participant } = setup;
  if (eonAccount === null || profile === undefined || participant === "")
    return <Notice kind="info">{texts.noCode}</Notice>;
  const name = `${profile.firstName} ${profile.lastName}`;
  const text = writeQrPh({
    bic: participant,
    accountNumber: eonAccount.accountNo,
    name,
    city: CITY,
    amount: amount !== undefined && amount > 0n ? amount : undefined,
  });
  if (text === undefined) return <Notice kind="info">{texts.noCode}</Notice>;
  const lines = [
    name,
    groupedDigits(eonAccount.accountNo),
    ...(amount === undefined || amount === 0n ? [] : [formatPesos(amount)]),
  ];
  const label = amount === undefined ? texts.codeOfAny : texts.codeOf(formatPesos(amount));
  return (
    <div className="stack my-code">
      <img alt={label} src={drawing(text)} />
      <p>
        <b>{name}</b>
        <br />
        <span className="code">{groupedDigits(eonAccount.accountNo)}</span>
      </p>
      <AmountField
        id="my-code-amount"
        name="amount"
        label={texts.askAmount}
        hint={texts.askAmountHint}
        value={typed}
        onChange={setTyped}
      />
      <Button onClick={() => void share(encodeQR(text, "raw", CODE), lines, texts)}>
        <Share2 />
        {texts.share}
      </Button>
    </div>
  );
}

/** As SVG: sharp at any size. */
const drawing = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(encodeQR(text, "svg", CODE))}`;

async function share(
  modules: readonly boolean[][],
  lines: readonly string[],
  texts: Pick<QrTexts, "myCode" | "notSaved">,
): Promise<void> {
  const picture = await pictureOf(modules, lines);
  if (picture === null) {
    showToast({ kind: "bad", text: texts.notSaved });
    return;
  }
  const file = new File([picture], "qr-ph.png", { type: "image/png" });
  await shareFile(file, texts.myCode, async (kept) => keepFile(kept, kept.name));
}

/** The code, and beneath it whom it pays and how much. */
function pictureOf(modules: readonly boolean[][], lines: readonly string[]): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = modules.length * DOTS;
  canvas.height = modules.length * DOTS + (lines.length + 0.5) * LINE;
  const pen = canvas.getContext("2d");
  if (pen === null) return Promise.resolve(null);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(x * DOTS, y * DOTS, DOTS, DOTS);
    }),
  );
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  lines.forEach((line, index) => {
    pen.font = `${index === 0 ? "600 " : ""}${LINE * 0.6}px ${getComputedStyle(document.body).fontFamily}`;
    const y = modules.length * DOTS + (index + 0.25) * LINE;
    pen.fillText(line, canvas.width / 2, y, canvas.width - 4 * DOTS);
  });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
