/**
 * The one file with names, numbers and slugs. Changing it rebrands portal, console, text messages,
 * documents and API paths. Colours live in src/ui/tokens.css, pictures in public/brand.
 */
export const brand = {
  provider: "Hanay Savings and Loan Association, Inc.",
  product: "Hanay",
  portal: "Hanay Online",
  console: "Hanay Console",
  cardName: "VISA Card",
  cardDisplayName: "Hanay Visa Card",
  cardAccount: "EON",
  cardTiers: { 1: "blue", 2: "gold", 3: "platinum" },
  /** Used in paths (/members/eon/transfer/v2/{apiSlug}) and in field names ({apiSlug}_member_number). */
  apiSlug: "hanay",
  smsSender: "HANAY",
  /** Whom e-mail is from, where MAIL_FROM names nobody else. */
  mailFrom: "notices@example.test",
  phone: "(02) 8555-0142",
  offices: { head: "Head Office", branch: "Camp Crame branch" },
  links: {
    contact: "https://example.test/contact",
    forms: "https://example.test/forms",
    becomeMember: "https://example.test/join",
    regulatorEmail: "consumeraffairs@bsp.gov.ph",
    /** The data protection officer, for the privacy notice. */
    privacyEmail: "dpo@example.test",
  },
  /** Where members can take cash against a text message. */
  cashOutPartners: ["ML", "LBC"],
  demoPassword: "Hanay-demo-2026",
  tagline: { en: "From the ranks, for the ranks.", fil: "Mula sa hanay, para sa hanay." },
  themeColor: { light: "#092934", dark: "#030d12" },
} as const;
