import { brand } from "#brand";
import { formatPesos } from "#common/money.ts";
import type { TransferSetup } from "#contract/transferSetup.ts";
import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Image } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Camera, type CameraProblem } from "./Camera.tsx";
import { type CodePayee, formState, payeeOfCode } from "./codePayee.ts";
import { groupedDigits } from "./payee.tsx";
import { MOST_PICTURE_BYTES, readPicture } from "./readPicture.ts";

/** Reads a code by the camera or from a picture, says what it says, and fills the form only when told to. */
export function ScanCode(props: { setup: TransferSetup; isCameraOn: boolean }) {
  const { setup } = props;
  const texts = useTexts("qr");
  const [step, setStep] = useState<"ask" | "camera" | "reading">(
    props.isCameraOn ? "camera" : "ask",
  );
  const [problem, setProblem] = useState<CameraProblem>();
  const [said, setSaid] = useState<ReturnType<typeof payeeOfCode>>();

  function hear(text: string | undefined) {
    setSaid(payeeOfCode(text, setup));
    setStep("ask");
  }

  async function take(picture: File | undefined) {
    if (picture === undefined) return;
    setSaid(undefined);
    setProblem(undefined);
    setStep("reading");
    hear(picture.size > MOST_PICTURE_BYTES ? undefined : await readPicture(picture));
  }

  if (said !== undefined && !("refused" in said))
    return <Says payee={said} onOther={() => setSaid(undefined)} />;
  return (
    <div className="stack">
      {step === "camera" && (
        <Camera
          onCode={hear}
          onProblem={(why) => {
            setProblem(why);
            setStep("ask");
          }}
        />
      )}
      {problem !== undefined && (
        <Notice kind="warn" role="alert">
          {texts.cameraProblems[problem]}
        </Notice>
      )}
      <div aria-live="polite">
        {said !== undefined && (
          <Notice kind="bad">
            <b>{texts.refused}</b> {texts.refusals[said.refused]}
          </Notice>
        )}
      </div>
      <div className="scan-ways">
        {step === "camera" ? (
          <Button onClick={() => setStep("ask")}>{texts.stopCamera}</Button>
        ) : (
          <Button
            look="primary"
            onClick={() => {
              setSaid(undefined);
              setProblem(undefined);
              setStep("camera");
            }}
          >
            {texts.scan}
          </Button>
        )}
        <FromPicture isReading={step === "reading"} onTake={(picture) => void take(picture)} />
      </div>
    </div>
  );
}

/** A picture of a code, chosen among one's own. */
function FromPicture(props: { isReading: boolean; onTake: (picture: File | undefined) => void }) {
  const texts = useTexts("qr");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        pending={props.isReading}
        pendingLabel={texts.reading}
        onClick={() => input.current?.click()}
      >
        <Image />
        {texts.fromPicture}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={texts.fromPicture}
        onChange={({ target }) => {
          const [picture] = target.files ?? [];
          props.onTake(picture);
          // The same picture may be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

/** What the code says, before anything is filled in. */
function Says({ payee, onOther }: { payee: CodePayee; onOther: () => void }) {
  const texts = useTexts("qr");
  const navigate = useNavigate();
  const { bankName, accountNumber, name, amount, label, shop } = payee;
  // What was pressed to get here is gone: the focus goes to what the code says.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack" aria-live="polite">
      <h3 ref={heading} tabIndex={-1}>
        {texts.says}
      </h3>
      <KeyValueList
        rows={[
          { key: "name", name: shop ? texts.shop : texts.name, value: name },
          ...(shop === undefined || shop.city === ""
            ? []
            : [{ key: "city", name: texts.city, value: shop.city }]),
          {
            key: "bank",
            name: shop ? texts.acquirer : texts.bank,
            value: bankName ?? brand.cardDisplayName,
          },
          ...(shop === undefined
            ? [
                {
                  key: "number",
                  name: texts.number,
                  value: <span className="code">{groupedDigits(accountNumber)}</span>,
                },
              ]
            : []),
          {
            key: "amount",
            name: texts.amount,
            value: amount === undefined ? texts.anyAmount : formatPesos(amount),
          },
          ...(label === "" ? [] : [{ key: "label", name: texts.reference, value: label }]),
          ...(shop === undefined ? [] : [{ key: "fee", name: texts.fee, value: texts.noFee }]),
        ]}
      />
      <Notice kind="warn">{shop ? texts.checkShop : texts.checkPayee}</Notice>
      <div className="scan-ways">
        <Button
          look="primary"
          onClick={() => void navigate(paths.transferFunds, { state: formState(payee) })}
        >
          {texts.use}
        </Button>
        <Button onClick={onOther}>{texts.other}</Button>
      </div>
    </div>
  );
}
