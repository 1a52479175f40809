import { brand } from "#brand";
import type { DocumentText } from "#portal/texts/documentText.ts";
import { documentWords } from "./documentWords.ts";

const { provider, portal, phone, cardDisplayName, cashOutPartners, offices, links } = brand;

/** The spans of time are those that the clean-up job holds, or that the law asks for. */
export const privacy: DocumentText = {
  title: "Privacy Notice",
  lead: `What ${provider} does with your personal data, and what you can ask of us (Data Privacy Act of 2012, RA 10173).`,
  words: documentWords,
  sections: [
    {
      id: "scope",
      title: "What this notice covers",
      blocks: [
        `This notice is for members, for people who ask to become members, and for visitors of ${portal}, our hotline and our offices. “We” means ${provider}, which decides how your data is used.`,
        "Personal data is anything that says who you are or tells something about you. Your membership, accounts and loans have papers of their own, which may say more.",
      ],
    },
    {
      id: "data",
      title: "What we collect, and where",
      blocks: [
        [
          `${portal}, sign-up and signing in: membership number, username, password (kept only in a form that nobody can read back), mobile number, the codes that we send, which device and network address signed in, and when.`,
          "Loan inquiries and applications: your name and qualifier, contact number and e-mail address, employer, kind of loan and amount.",
          `Application for the ${cardDisplayName}: name, date and place of birth, civil status, gender, nationality, mobile number, e-mail address, permanent address, source of funds, employment, nature of work, employer and its address, kind and number of your ID, a selfie, and pictures of the front and back of your ID.`,
          "Transfers and card use: amounts, times, merchants, and name, bank and account number of the receiver.",
          "Offices: CCTV footage, and what you write or show there.",
          "Hotline: voice recordings of calls, and your questions.",
          "Text messages and e-mail: what was sent to which number or address, and whether it arrived.",
        ],
        "We get data from you, from your employer where dues or loans are paid from your salary, from our card partner, and from credit bureaus when you apply for a loan.",
      ],
    },
    {
      id: "use",
      title: "What we use it for",
      blocks: [
        [
          "To know that it is you, and to keep others out.",
          "To show your balances, carry out your instructions and answer your questions.",
          "To decide on loans and cards, and to manage them.",
          "To find fraud, errors and abuse, and to put them right.",
          "To meet the law: tax, anti-money-laundering, and the rules of the Bangko Sentral ng Pilipinas.",
          "To tell you about our own products, until you opt out through the member care group.",
        ],
        "We do this because you agreed, because our contract with you needs it, because the law demands it, or because we have a fair interest that does not outweigh yours, such as safety.",
        "We do not sell your data.",
      ],
    },
    {
      id: "sharing",
      title: "With whom we share it",
      blocks: [
        "Only with those who need it for the uses above, only the part they need, and under a duty to protect it:",
        [
          "The partner bank that issues the card, and the card network.",
          "The banks and clearing operators that carry a transfer to its receiver.",
          "The companies that deliver our text messages.",
          "The Credit Information Corporation and credit bureaus, for loans.",
          "Your employer, where dues or loans are paid from your salary.",
          "Courts, regulators and other authorities, when the law says so.",
          "Cash-out partners, when you choose to take cash through them (the next section).",
        ],
      ],
    },
    {
      id: "cash-out",
      title: "Cash-out partners",
      blocks: [
        "When you take cash through a partner, we give it what it needs to pay you and nobody else: your name, your mobile number, the amount and the reference number.",
        [
          `${cashOutPartners.join(" and ")}: you get an encashment message by text and show it there.`,
          "Our partner bank, over the counter: you take the cash at its branch.",
          "Our partner bank, by ATM: the money is in your ATM account in the next hour or on the next banking day.",
        ],
        "Each partner handles what it gets under its own privacy notice.",
      ],
    },
    {
      id: "security",
      title: "How we protect it",
      blocks: [
        [
          "Connections are encrypted, and passwords, codes and your profile are encrypted once more on the way.",
          "Passwords and codes are kept only in a form that cannot be turned back. The PIN of your card is never kept by us.",
          "Your mobile, account and card numbers are shown in part where the whole is not needed.",
          "Only people whose work needs it see your data, and what they do is written down.",
          "One device at a time, a code for new devices, and an end to the session when you are away.",
        ],
        "If a breach puts you at risk, we tell you and the National Privacy Commission within 72 hours after we know of it.",
      ],
    },
    {
      id: "retention",
      title: "Where and how long we keep it",
      blocks: [
        "Your data is kept in a data center in the Philippines.",
        [
          "Records of transactions and of security: at least 5 years, as the law asks.",
          "Pictures of IDs and selfies: 1 year after an application is refused, or 5 years after the account is closed.",
          "Sessions and codes: 90 days.",
          "CCTV footage and voice recordings: as long as their purpose needs, and longer only while a case is open.",
        ],
        "After that we delete the data, or take away what says that it is you.",
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      blocks: [
        "The Data Privacy Act gives you the right",
        [
          "to be informed: this notice, and answers to your questions;",
          "to access: to see what we have about you;",
          "to object: to say no to a use, such as offers;",
          "to rectification: to have mistakes put right;",
          "to erasure or blocking: to have data deleted or its use stopped, where the law lets us;",
          "to data portability: to get your data in a common electronic form;",
          "to damages, when you were harmed by wrong, false or unlawfully used data;",
          "to complain to the National Privacy Commission.",
        ],
        "You may withdraw an agreement at any time. What was done before stays lawful, and some services do not work without the data.",
      ],
    },
    {
      id: "browser",
      title: "What stays in your browser",
      blocks: [
        "Only what the services need. There are no advertising or tracking cookies.",
        [
          "A cookie for your session, which ends with it.",
          "A cookie that lets us know your device again.",
          "A cookie that remembers for 15 minutes that signing in is closed after 3 failed attempts.",
          "Your choice of language, colors and text size, and whether amounts are hidden.",
          "While you are signed in, the session's token and your encrypted member identifier, in this tab; and what you typed, without secrets, so that it is not lost.",
        ],
      ],
    },
    {
      id: "contact",
      title: "Data protection officer",
      blocks: [
        "For questions, requests and complaints about your data, reach our data protection officer:",
        [
          `E-mail: ${links.privacyEmail}`,
          `Phone: ${phone}`,
          `Office: ${offices.head}, ${provider}`,
        ],
      ],
    },
    {
      id: "changes",
      title: "Changes",
      blocks: [
        "Each version of this notice carries its date. When we change it, we show you the new version after you sign in and ask whether you agree. We keep which version you agreed to, and when.",
      ],
    },
  ],
};
