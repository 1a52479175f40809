import { brand } from "#brand";
import type { NoticeGroup } from "#contract/noticeChoices.ts";
import type { Language } from "#contract/refusals.ts";
import { filipinoDate } from "#common/filipinoDates.ts";

const { portal, product, phone } = brand;

/**
 * What an e-mail is about, as its subject says it: the kind of notice alone. A subject is read on locked screens
 * and by whoever looks over a shoulder, so no amount, name or number stands in it.
 */
export const mailSubjects: Record<NoticeGroup, Record<Language, string>> = {
  security: {
    en: `${product}: about the security of your account`,
    fil: `${product}: tungkol sa seguridad ng account ninyo`,
  },
  money_out: {
    en: `${product}: about money you sent`,
    fil: `${product}: tungkol sa perang ipinadala ninyo`,
  },
  money_in: {
    en: `${product}: about money you received`,
    fil: `${product}: tungkol sa perang natanggap ninyo`,
  },
  card_use: {
    en: `${product}: about the use of your card`,
    fil: `${product}: tungkol sa paggamit ng card ninyo`,
  },
  loans: { en: `${product}: about your loan`, fil: `${product}: tungkol sa loan ninyo` },
  schedules: {
    en: `${product}: about a scheduled transfer`,
    fil: `${product}: tungkol sa naka-schedule na transfer`,
  },
  account: {
    en: `${product}: news of your account`,
    fil: `${product}: balita sa account ninyo`,
  },
};

/** The words around a notice. There is no link in them: who taps links in e-mails of a bank is robbed (BSP M-2022-015). */
export const mailWords: Record<
  Language,
  {
    greeting: (name: string) => string;
    told: (moment: string) => string;
    why: string;
    safe: string;
  }
> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    told: (moment) => `Told in ${portal} on ${moment}.`,
    why: `You chose to have such notices by e-mail as well. You can switch that off in ${portal}, under Safety, Notices.`,
    safe: `We never send links in e-mails, and nobody of ours asks for your password, PIN, CVV or codes. In doubt, call ${phone}.`,
  },
  fil: {
    greeting: (name) => `Kumusta ${name},`,
    told: (moment) => `Sinabi sa ${portal} noong ${filipinoDate(moment)}.`,
    why: `Pinili ninyong matanggap din sa email ang mga ganitong abiso. Puwede itong ihinto sa ${portal}, sa Seguridad, Mga Abiso.`,
    safe: `Hindi kami nagpapadala ng link sa email, at walang taga-amin na hihingi ng password, PIN, CVV o mga code ninyo. Kung may duda, tumawag sa ${phone}.`,
  },
};
