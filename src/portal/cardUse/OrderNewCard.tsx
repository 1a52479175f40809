import { toDecimal } from "#common/money.ts";
import { type CardLoss, replaceLostCard, type Replacement } from "#contract/cardLoss.ts";
import type { Failure } from "#contract/endpoint.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { call } from "#portal/api/call.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { paths } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { OfficeField } from "#portal/shared/OfficeField.tsx";
import { PrintedNameField } from "#portal/shared/PrintedNameField.tsx";
import { useProblem } from "#portal/shared/useProblem.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money, useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { RefusedStop } from "./RefusedStop.tsx";

/** That the card is blocked, and what can be ordered in its place. */
export function OrderNewCard({ loss }: { loss: CardLoss }) {
  const texts = useTexts("cardLoss");
  const language = useLanguage();
  return (
    <>
      {loss.isRefused ? (
        <RefusedStop loss={loss} />
      ) : (
        <Notice kind="ok" role="alert">
          {texts.reported(formatDate(new Date(loss.at), "dayTime", language))}
        </Notice>
      )}
      {!loss.isConfirmed && !loss.isRefused && (
        <Notice kind="warn" role="alert">
          {texts.unconfirmed}
        </Notice>
      )}
      {loss.replacements.length === 0 ? (
        <Notice kind="info">{texts.upgradeFollows}</Notice>
      ) : (
        <Order replacements={loss.replacements} isConfirmed={loss.isConfirmed} />
      )}
    </>
  );
}

type Kind = Replacement["kind"];

function Order(props: { replacements: readonly Replacement[]; isConfirmed: boolean }) {
  const texts = useTexts("cardLoss");
  const amountText = useAmountText();
  const [kind, setKind] = useState<Kind>("generic");
  const order = useOrder(kind);
  const wanted = props.replacements.find((one) => one.kind === kind);
  if (wanted === undefined) return null;
  const { fee, feeAccount } = wanted;
  const isFree = fee === 0n;
  const isCovered = isFree || feeAccount !== null;
  const needsName = kind === "personalized" && wanted.printedName === null;
  return (
    <Panel padded className="stack">
      <h2 className="tips-title">{texts.orderTitle}</h2>
      <Kinds replacements={props.replacements} kind={kind} onChange={setKind} />
      {kind === "personalized" && (
        <OfficeField value={order.office} error={order.errors.office} onChange={order.setOffice} />
      )}
      {needsName && (
        <PrintedNameField value={order.name} error={order.errors.name} onChange={order.setName} />
      )}
      <Terms wanted={wanted} />
      {!isCovered && <Notice kind="bad">{texts.notCovered}</Notice>}
      {order.problem !== "" && (
        <Notice kind="bad" role="alert">
          {order.problem}
        </Notice>
      )}
      <div className="btnrow start">
        <Button
          look="primary"
          blocked={!isCovered || !props.isConfirmed}
          pending={order.stepUp.isSending}
          pendingLabel={texts.sendingCode}
          onClick={() => order.begin(fee)}
        >
          {isFree ? texts.submitFree : texts.submit(amountText(fee))}
        </Button>
      </div>
      <OtpDialog
        code={order.stepUp}
        approves={isFree ? texts.approvesFree : texts.approves(amountText(fee))}
        doing={texts.ordering}
      />
    </Panel>
  );
}

/** Each with its price; one that is under maintenance cannot be chosen. */
function Kinds(props: {
  replacements: readonly Replacement[];
  kind: Kind;
  onChange: (kind: Kind) => void;
}) {
  const texts = useTexts("cardLoss");
  const offers = useTexts("cardOffers");
  const language = useLanguage();
  const profile = useStore(profileState);
  return (
    <ChoiceCards
      legend={offers.typeLegend}
      name="card"
      value={props.kind}
      onChange={props.onChange}
      choices={props.replacements.map(({ kind, fee, readyOn }) => {
        const name = kind === "personalized" ? "perso" : "generic";
        const maintenance = profile?.card_application_maintenance[name];
        const isOff = maintenance?.value === 1;
        return {
          value: kind,
          title: offers.types[name],
          isDisabled: isOff,
          detail: isOff ? (
            maintenance.text || offers.maintenance
          ) : (
            <>
              {fee === 0n ? texts.free : <Money amount={fee} alwaysShown />}
              {" · "}
              {texts.ready(formatDate(dayOf(readyOn), "day", language))}
            </>
          ),
        };
      })}
    />
  );
}

function Terms({ wanted }: { wanted: Replacement }) {
  const texts = useTexts("cardLoss");
  const apply = useTexts("cardApplication");
  const language = useLanguage();
  const { fee, feeAccount, readyOn, office, printedName } = wanted;
  const rows = [
    { key: "name", name: apply.printedName, value: printedName ?? "" },
    { key: "office", name: texts.fetchAt, value: office },
    {
      key: "ready",
      name: texts.readyOn,
      value: formatDate(dayOf(readyOn), "day", language),
    },
  ].filter(({ value }) => value !== "");
  return (
    <KeyValueList
      isTight
      rows={[
        ...rows,
        {
          key: "fee",
          name: texts.fee,
          value: (
            <>
              <Money amount={fee} alwaysShown />
              {feeAccount !== null && (
                <span className="meta loss-from">{texts.from(feeAccount)}</span>
              )}
            </>
          ),
          isTotal: true,
        },
      ]}
    />
  );
}

function useOrder(kind: Kind) {
  const texts = useTexts("cardLoss");
  const guid = useGuid();
  const navigate = useNavigate();
  const [office, setOffice] = useState("");
  const [name, setName] = useState("");
  const { problem, tell, forget } = useProblem();
  const [errors, setErrors] = useState<{ office?: string; name?: string }>({});
  const office_id = kind === "personalized" ? office : "";

  async function order(code: TypedCode): Promise<Failure | undefined> {
    const body = { card: kind, office_id, printed_name: name, ...code };
    const answer = await call(replaceLostCard, { params: { guid }, body });
    if (!answer.status) return answer;
    // Its way begins there.
    await readCardAnew();
    void navigate(paths.cardSettings, { replace: true });
    return undefined;
  }

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    const said = (field: string) => failure.errors.find(({ param }) => param.endsWith(field))?.msg;
    const [aboutOffice, aboutName] = [said("office_id"), said("printed_name")];
    if (aboutOffice !== undefined) setErrors({ office: fieldErrorText(aboutOffice) });
    else if (aboutName !== undefined) setErrors({ name: fieldErrorText(aboutName) });
    else tell(failure, failure.errors[0]?.msg);
    // The price or the card may be another by now.
    if (failure.httpStatus === 409) void readCardAnew();
  }

  const stepUp = useStepUp(order, refuse);

  function begin(fee: bigint) {
    forget();
    setErrors({});
    if (kind === "personalized" && office === "") {
      setErrors({ office: texts.chooseOffice });
      return;
    }
    const intent = { kind: "replace_card", card: kind, office_id, fee: toDecimal(fee) } as const;
    void stepUp.start(intent).then((failure) => failure && refuse(failure));
  }

  return { office, setOffice, name, setName, problem, errors, stepUp, begin };
}
