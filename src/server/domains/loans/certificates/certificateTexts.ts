import { hotline } from "#contract/hotline.ts";

/** The words of a certificate of full payment, in the order in which it says them. */
export const certificateTexts = {
  en: {
    title: "Certificate of Full Payment",
    says: (name: string) =>
      `This certifies that ${name} has paid the loan below in full. Nothing is owed on it: no principal, no interest, no penalty and no other charge. What was held on the member's accounts for this loan is free.`,
    loan: "Loan",
    number: "Loan No.",
    borrower: "Borrower",
    membershipNo: "Membership No.",
    principal: "Amount of the loan",
    releasedOn: "Released on",
    interest: "Interest paid",
    penalties: "Penalties paid",
    endedOn: "Paid in full on",
    owed: "Owed today",
    made: (day: string) =>
      `Made by the system on ${day}. It is valid without a signature. To have it confirmed, call ${hotline} with the number of the loan.`,
  },
  fil: {
    title: "Sertipiko ng Ganap na Pagbabayad",
    says: (name: string) =>
      `Pinatutunayan nito na bayad na nang buo ni ${name} ang loan na nasa ibaba. Wala nang utang dito: walang principal, interes, multa o iba pang singil. Malaya na ang anumang na-hold sa mga account ng miyembro para sa loan na ito.`,
    loan: "Loan",
    number: "Loan No.",
    borrower: "Nangutang",
    membershipNo: "Membership No.",
    principal: "Halaga ng loan",
    releasedOn: "Petsa ng release",
    interest: "Interes na binayaran",
    penalties: "Multang binayaran",
    endedOn: "Petsa ng ganap na pagbabayad",
    owed: "Utang ngayon",
    made: (day: string) =>
      `Ginawa ng system noong ${day}. May bisa ito kahit walang pirma. Para makumpirma, tumawag sa ${hotline} at sabihin ang loan number.`,
  },
};
