import { brand } from "#brand";
import { type LimitSpan, NEW_PAYEE } from "#contract/ownLimits.ts";
import type { Language } from "#contract/refusals.ts";
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";

const { product, phone } = brand;

const SPANS: Record<LimitSpan, Record<Language, string>> = {
  transfer: { en: "per transfer", fil: "/transfer" },
  day: { en: "per day", fil: "/araw" },
  month: { en: "per month", fil: "/buwan" },
};

const NEW_PAYEE_NAMES: Record<Language, string> = {
  en: "new payee, no passkey",
  fil: "bagong padadalhan, walang passkey",
};

/** What a limit is of, as texts name it: a kind of transfer, a new payee, or a payee by the account's last digits. */
export function limitNames(
  of: TransferKind | typeof NEW_PAYEE | { account: string },
  span: LimitSpan,
): Record<Language, string> {
  if (of === NEW_PAYEE) return NEW_PAYEE_NAMES;
  const { en, fil } =
    typeof of === "string"
      ? TRANSFER_KINDS[of].staffName
      : { en: `payee ...${of.account}`, fil: `padadalhan ...${of.account}` };
  return { en: `${en} ${SPANS[span].en}`, fil: `${fil}${SPANS[span].fil}` };
}

/** The longest of them. */
export const LONGEST_LIMIT_NAME = ([...TRANSFER_KIND_NAMES, NEW_PAYEE] as const)
  .flatMap((of) => Object.values(limitNames(of, "transfer")))
  .reduce((longest, name) => (name.length > longest.length ? name : longest));

/** No limit, in the place of an amount. */
export const noLimitNames: Record<Language, string> = { en: "none", fil: "wala" };

/** Words in both languages among the values of a text (inLanguage). */
export const bilingual = (name: string, { en, fil }: Record<Language, string>) => ({
  [name]: en,
  [`${name}Fil`]: fil,
});

/** What members are told about the limits that they set themselves. Part of texts.ts. */
export const limitTexts = {
  own_limit_set: {
    en: "Your own limit ({way}) is now {pesos}.",
    fil: "{pesos} na ang sarili ninyong limit ({way}).",
  },
  own_limit_raise_asked: {
    en: "Your own limit ({way}) will be {pesos} from {moment}. If this was not you, take it back under Safety and call us at once.",
    fil: "Magiging {pesos} ang sarili ninyong limit ({way}) simula {moment}. Kung hindi kayo iyon, bawiin ito sa Seguridad at tumawag agad sa amin.",
  },
  own_limit_raise_dropped: {
    en: "The raise of your own limits that you asked for will not come. You can ask for it again.",
    fil: "Hindi na matutuloy ang hiniling ninyong pagtaas ng sariling limit. Puwede ninyo itong hilingin ulit.",
  },
};

/** The same on the phone. Part of noticeTexts.ts. */
export const limitSms = {
  own_limit_set: {
    en: `${product}: your own limit ({way}) is now {pesos}. Not you? Call ${phone} at once.`,
    fil: `${product}: {pesos} na ang sarili ninyong limit ({way}). Hindi kayo? Tumawag agad sa ${phone}.`,
  },
  own_limit_raise_asked: {
    en: `${product}: your own limit ({way}) will be {pesos} from {moment}. Not you? Call ${phone} at once.`,
    fil: `${product}: magiging {pesos} ang limit ({way}) simula {moment}. Hindi kayo? Tawag sa ${phone}.`,
  },
};
