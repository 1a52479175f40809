import { referenceText } from "#common/reference.ts";
import { brand } from "#brand";
import { requestCard, requestPersoCard } from "#contract/cardApplication.ts";
import type { Failure, FieldError } from "#contract/endpoint.ts";
import { call } from "#portal/api/call.ts";
import type { CardRequestDetails } from "#portal/api/cardReads.ts";
import { isLost } from "#client/failure.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { type CardKind, paths } from "#portal/paths.ts";
import { justApplied } from "#portal/shared/justApplied.ts";
import { OfficeField } from "#portal/shared/OfficeField.tsx";
import { PrintedNameField } from "#portal/shared/PrintedNameField.tsx";
import { useProblem } from "#portal/shared/useProblem.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { useState } from "react";
import { useNavigate } from "react-router";

type Props = {
  kind: CardKind;
  /** A personalized card in place of an active default one. */
  isUpgrade: boolean;
  details: CardRequestDetails;
  /** Name of the account that the fee comes from. */
  feeAccount: string | null;
  /** What a personalized card will have printed; null where the member has to say it. */
  printedName: string | null;
  /** Of a default card: where it is fetched, and why not today. */
  pickUpOffice: { name: string; address: string } | null;
  notToday: "closed" | "late" | null;
  /** Details are missing: nothing can be sent. */
  isIncomplete: boolean;
  onRefused: (missing: readonly FieldError[]) => void;
};

/** Fee, date and office, and the button that sends the application (rows K02, K06, K07). */
export function Confirm(props: Props) {
  const texts = useTexts("cardApplication");
  const shell = useTexts("shell");
  const { required } = useTexts("common");
  const offers = useTexts("cardOffers");
  const profile = useStore(profileState);
  const [office, setOffice] = useState("");
  const [name, setName] = useState("");
  const request = useRequest(props);
  const maintenance = profile?.card_application_maintenance[props.kind];
  const isOff = maintenance?.value === 1;
  const isPerso = props.kind === "perso";
  const needsName = isPerso && props.printedName === null;
  const [isTried, setIsTried] = useState(false);
  const misses = {
    office: isPerso && office === "",
    name: needsName && name.trim() === "",
  };
  const missing = (field: keyof typeof misses) =>
    request.errors[field] ?? (isTried && misses[field] ? required : undefined);
  return (
    <aside className="stack" aria-label={texts.confirm}>
      <Panel padded className="stack">
        <Terms {...props} />
        {needsName && <PrintedNameField value={name} error={missing("name")} onChange={setName} />}
        {isPerso && <OfficeField value={office} error={missing("office")} onChange={setOffice} />}
        {isOff && (
          <Notice kind="warn">
            {maintenance.text === "" ? offers.maintenance : maintenance.text}
          </Notice>
        )}
        {request.problem !== "" && (
          <Notice kind="bad" role="alert">
            {request.problem}
          </Notice>
        )}
        <Button
          look="primary"
          block
          blocked={props.isIncomplete || misses.office || misses.name || isOff}
          onBlockedPress={() => setIsTried(true)}
          pending={request.isPending}
          pendingLabel={texts.confirming}
          onClick={() => void request.send({ office, name })}
        >
          {texts.confirm}
        </Button>
      </Panel>
      <p className="meta">
        {texts.wrong}
        <a href={brand.links.contact} target="_blank" rel="noopener noreferrer">
          {texts.contact} <span className="sr">({shell.opensNewTab})</span>
        </a>
      </p>
    </aside>
  );
}

function Terms({ kind, details, feeAccount: account, printedName, pickUpOffice, notToday }: Props) {
  const texts = useTexts("cardApplication");
  const language = useLanguage();
  const { cardFee, cardEstimatedReleaseDate } = details;
  return (
    <KeyValueList
      rows={[
        ...(kind === "perso" && printedName !== null
          ? [{ key: "name", name: texts.printedName, value: printedName }]
          : []),
        {
          key: "fee",
          name: texts.fee,
          value: (
            <>
              <Money amount={cardFee} alwaysShown />
              {account !== null && (
                <span className="meta apply-account">{texts.feeFrom(account)}</span>
              )}
            </>
          ),
        },
        {
          key: "release",
          name: texts.release,
          value: (
            <>
              {formatDate(new Date(`${cardEstimatedReleaseDate}T00:00:00+08:00`), "day", language)}
              {notToday !== null && (
                <span className="meta apply-account">{texts.notToday[notToday]}</span>
              )}
            </>
          ),
        },
        ...(pickUpOffice === null
          ? []
          : [
              {
                key: "office",
                name: texts.office,
                value: (
                  <>
                    {pickUpOffice.name}
                    <span className="meta apply-account">{pickUpOffice.address}</span>
                  </>
                ),
              },
            ]),
      ]}
    />
  );
}

function useRequest({ kind, isUpgrade, onRefused }: Props) {
  const texts = useTexts("cardApplication");
  const guid = useGuid();
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const { problem, tell, forget } = useProblem();
  const [errors, setErrors] = useState<{ office?: string; name?: string }>({});

  async function send({ office, name }: { office: string; name: string }) {
    forget();
    setErrors({});
    setIsPending(true);
    const params = { guid };
    const answer =
      kind === "generic"
        ? await call(requestCard, { params })
        : await call(requestPersoCard, {
            params,
            body: { office_id: Number(office), printed_name: name },
          });
    setIsPending(false);
    if (!answer.status) return refuse(answer);
    const text = isUpgrade
      ? texts.upgradeSent
      : texts.sent(referenceText(answer.result.transactionId));
    justApplied.set(text);
    void navigate(paths.dashboard, { replace: true });
    void readCardAnew();
  }

  function refuse(failure: Failure) {
    if (failure.code === SESSION_ENDED) return;
    const said = (field: string) => failure.errors.find(({ param }) => param === field)?.msg;
    const office = said("office_id");
    const name = said("printed_name");
    if (office !== undefined) setErrors({ office: fieldErrorText(office) });
    else if (name !== undefined) setErrors({ name: fieldErrorText(name) });
    else if (failure.code === "invalid_parameters") onRefused(failure.errors);
    else if (isLost(failure)) tell(failure, texts.noAnswer);
    // A fee that is not covered comes as an error of a field that is not on this page.
    else tell(failure, failure.errors[0]?.msg);
  }

  return { isPending, problem, errors, send };
}
