import { printedPaperCode } from "#common/paperCode.ts";
import { paths } from "#portal/paths.ts";
import { referenceText } from "#common/reference.ts";
import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import { keepFile } from "#client/keepFile.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { getTransferReceipt, makeReceiptCode } from "#contract/transferReceipts.ts";
import { call, download } from "#portal/api/call.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import type { ReceiptTexts } from "#portal/texts/en/receipt.ts";
import type { TransferTexts } from "#portal/texts/en/transfer.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { showToast } from "#ui/toasts.ts";
import { Download, Image, Share2 } from "lucide-react";
import { useState } from "react";
import { drawReceipt } from "#portal/shared/drawReceipt.ts";
import { headingOf, toWordOf } from "./Receipt.tsx";
import { payeeOf, sharedRows, toOneselfText } from "./receiptRows.ts";
import { shareFile } from "#portal/shared/shareFile.ts";

/** A record to keep or to show: shared or saved as a picture, or as PDF from the server. */
export function ReceiptActions({ details }: { details: TransferDetails }) {
  const receipt = useTexts("receipt");
  const picture = usePicture(details);
  const pdf = usePdf(details.refNo);
  return (
    <div className="shares no-print">
      <Button look="primary" pending={picture.isBusy} onClick={() => void picture.share()}>
        <Share2 />
        {receipt.share}
      </Button>
      <Button pending={picture.isBusy} onClick={() => void picture.save()}>
        <Image />
        {receipt.saveImage}
      </Button>
      <Button pending={pdf.isBusy} onClick={() => void pdf.save()}>
        <Download />
        {receipt.pdf}
      </Button>
      <output className="sr">{pdf.isBusy && receipt.preparingPdf}</output>
    </div>
  );
}

type Texts = { receipt: ReceiptTexts; transfer: TransferTexts };

function usePicture(details: TransferDetails) {
  const texts = { receipt: useTexts("receipt"), transfer: useTexts("transfer") };
  const language = useLanguage();
  const guid = useGuid();
  const [isBusy, setIsBusy] = useState(false);

  async function withPicture(act: (file: File) => Promise<void>) {
    setIsBusy(true);
    try {
      const { receipt } = texts;
      const code = await askCode(guid, details.refNo);
      const png = await drawReceipt({
        title: headingOf(details, receipt),
        amount: formatPesos(details.amount),
        payee: payeeLine(details, texts),
        reference: { name: receipt.reference, text: referenceText(details.refNo) },
        rows: sharedRows(details, texts, language),
        foot: brand.provider,
        check: code === undefined ? "" : receipt.checkAt(checkedAt(), printedPaperCode(code)),
      });
      await act(new File([png], `receipt-${details.refNo}.png`, { type: "image/png" }));
    } catch {
      showToast({ kind: "bad", text: texts.receipt.imageFailed });
    }
    setIsBusy(false);
  }

  const save = async (file: File) => keepFile(file, file.name);
  return {
    isBusy,
    save: () => withPicture(save),
    share: () => withPicture((file) => shareFile(file, texts.receipt.title, save)),
  };
}

/** Where others have it checked. */
const checkedAt = () => `${location.host}${paths.verify}`;

/** The code by which others have it checked; without a connection the picture goes without one. */
async function askCode(guid: string, refNo: string): Promise<string | undefined> {
  const answer = await call(makeReceiptCode, { params: { guid, refNo } });
  return answer.status ? answer.result.code : undefined;
}

function payeeLine(details: TransferDetails, texts: Texts): string {
  const { receipt } = texts;
  const { name, bank } = payeeOf(details);
  if (details.isReceived) return `${receipt.received.from} ${details.transferFrom}`;
  if (name === "") return toOneselfText(details, texts.transfer);
  return `${toWordOf(details, receipt)} ${name}${bank === "" ? "" : `, ${bank}`}`;
}

function usePdf(refNo: string) {
  const receipt = useTexts("receipt");
  const guid = useGuid();
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    setIsBusy(true);
    const failure = await download(getTransferReceipt, { params: { guid, refNo } });
    setIsBusy(false);
    if (failure !== undefined && failure.code !== SESSION_ENDED)
      showToast({ kind: "bad", text: receipt.pdfFailed });
  }
  return { isBusy, save };
}
