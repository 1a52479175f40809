import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ComboboxField } from "#ui/ComboboxField.tsx";
import { DigitsField } from "#ui/DigitsField.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useMemo, useState } from "react";
import { searchBanks } from "./bankSearch.ts";
import type { FieldsProps } from "./oneForm.ts";
import { bankOf, banksOf } from "./setup.ts";

/** Who receives it at another bank. */
export function BankPayeeFields(props: FieldsProps) {
  const texts = useTexts("transfer");
  const { form, errors } = props;
  const name = form.field("destination_account_name");
  return (
    <>
      <BankField {...props} />
      <AccountNumberField {...props} />
      <TextField
        {...name}
        label={texts.accountName}
        hint={texts.accountNameHint}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={140}
        error={errors.destination_account_name}
      />
    </>
  );
}

function BankField(props: FieldsProps) {
  const { setup, form, errors, onChooseBank } = props;
  const { via } = props.way;
  const texts = useTexts("transfer");
  const banks = useMemo(() => {
    const options = banksOf(setup, via).map((bank) => ({
      value: bank.id,
      label: bank.bankName,
      alias: bank.shortName,
      group: bank.isPopular ? texts.popularBanks : texts.otherBanks,
    }));
    return options.toSorted(
      (a, b) => Number(b.group === texts.popularBanks) - Number(a.group === texts.popularBanks),
    );
  }, [setup, via, texts]);
  return (
    <div>
      <ComboboxField
        id={BANK_FIELD}
        name={BANK_FIELD}
        label={texts.bank}
        placeholder={texts.chooseBank}
        options={banks}
        search={(text) => searchBanks(banks, text)}
        words={texts.banksFound}
        value={form.values.destination_bank}
        error={errors.destination_bank}
        onChange={onChooseBank}
      />
      <ClearedBank {...props} />
    </div>
  );
}

const BANK_FIELD = "destination_bank";

/** That another method took the bank out, said at once; the same bank again where that method has it. */
function ClearedBank({ setup, way: { via }, clearedBank, onChooseBank }: FieldsProps) {
  const texts = useTexts("transfer");
  const bank = bankOf(setup, clearedBank);
  const isThere = banksOf(setup, via).some(({ id }) => id === clearedBank);
  const rail = texts.rails[via];
  return (
    <>
      <output className="unusual">
        {bank !== undefined && (
          <Notice kind="info">
            {isThere
              ? texts.bankCleared(bank.bankName, rail)
              : texts.bankNotThere(bank.bankName, rail)}
          </Notice>
        )}
      </output>
      {bank !== undefined && isThere && (
        <Button
          small
          className="again-bank"
          onClick={() => {
            onChooseBank(bank.id);
            // The button goes.
            document.getElementById(BANK_FIELD)?.focus();
          }}
        >
          {texts.sameBank(bank.bankName)}
        </Button>
      )}
    </>
  );
}

/** A number of unusual length is said to be so, and taken: only the other bank knows its accounts. */
function AccountNumberField({ setup, form, errors }: FieldsProps) {
  const texts = useTexts("transfer");
  const [isLeft, setIsLeft] = useState(form.values.destination_account_number !== "");
  const field = form.field("destination_account_number");
  const bank = bankOf(setup, form.values.destination_bank);
  const { length } = field.value;
  const isUnusual =
    bank !== undefined &&
    isLeft &&
    /^\d+$/.test(field.value) &&
    (length < bank.minDigits || length > bank.maxDigits);
  return (
    <div>
      <DigitsField
        {...field}
        label={texts.accountNumber}
        hint={texts.accountNumberHint}
        keepsLetters
        error={errors.destination_account_number}
        onChange={(text) => {
          form.change("destination_account_number", text);
          // What cannot be an account number is said while it stands there.
          if (/\D/.test(text)) form.leave("destination_account_number", text);
        }}
        onBlur={() => {
          field.onBlur();
          setIsLeft(true);
        }}
      />
      <output className="unusual">
        {isUnusual && (
          <Notice kind="warn">
            {texts.unusualLength(
              bank.shortName,
              texts.digitRange(bank.minDigits, bank.maxDigits),
              length,
            )}
          </Notice>
        )}
      </output>
    </div>
  );
}

/** Which other card account of ours receives it. */
export function CardPayeeField({ form, errors }: FieldsProps) {
  const texts = useTexts("transfer");
  const field = form.field("destination_account");
  return (
    <DigitsField
      {...field}
      label={texts.accountNumber}
      hint={texts.cardNumberHint}
      keepsLetters
      error={errors.destination_account}
      onChange={(text) => form.change("destination_account", text)}
    />
  );
}
