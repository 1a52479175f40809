import { brand } from "#brand";
import type { DocumentText } from "#portal/texts/documentText.ts";
import { documentWords } from "./documentWords.ts";

const { provider, product, portal, phone, cardDisplayName, offices, links } = brand;

/** Facts given by rows E02 to E04 and rules that the server holds; limits and fees are on the screens. */
export const terms: DocumentText = {
  title: "Terms and Conditions",
  lead: `Electronic Services (Digital Services) Terms and Conditions: what holds between ${provider} and you. They are written to be read, in short sentences.`,
  words: documentWords,
  sections: [
    {
      id: "i",
      title: "Definitions",
      blocks: [
        `“You” means a member who uses the services; “we”, “us” and “our” mean the association, ${provider}`,
        [
          `Services: what ${portal} and its text messages let you do.`,
          "Account: a capital contribution or savings account that you have with us. The Cash Advance Storage Account is a savings account.",
          `Card: the ${cardDisplayName} and its card account (${brand.cardAccount}).`,
          "One-Time Transaction PIN (also One-Time Password or OTP): a code of 6 digits that we send to your mobile number. It approves one thing, once.",
          "First Time User's Code: a code of 6 digits with which you open your online access.",
          "Instruction: anything that you ask us to do through the services.",
          `Member care: our people who help members, at ${phone}.`,
        ],
        "Times and days are those of Manila. A banking day is a day on which banks in the Philippines are open, from Monday to Friday, holidays not counted.",
      ],
    },
    {
      id: "ii",
      title: "Who may use the services",
      blocks: [
        "The services are for our members. You need a membership number of 16 digits and a mobile number in our records.",
        `Your mobile number must be up to date, because we send your codes and warnings to it. If it changes or is missing, call ${phone} or visit the ${offices.head}, the ${offices.branch} or a satellite office before you use the services again.`,
        "The access is yours alone. It cannot be given, lent or passed on to anyone, not even to family.",
      ],
    },
    {
      id: "iii",
      title: "Your agreement, and changes",
      blocks: [
        "By creating an account or using the services you agree to these terms. The rules of your membership, your accounts, loans and card go on applying beside them.",
        "Each version of these terms carries its date. When we change them, we show you the new version after you sign in and ask whether you agree. We keep which version you agreed to, and when.",
        "If you do not agree, you may stop using the services. Your membership and your money stay as they are, and our offices go on serving you.",
      ],
    },
    {
      id: "iv",
      title: "Username, password and codes",
      blocks: [
        [
          "You choose a username of 8 to 20 characters and a password of at least 8. Common passwords are refused.",
          "The One-Time Transaction PIN and the First Time User's Code have 6 digits each.",
          "A One-Time Transaction PIN works for 5 minutes and once only. After 3 wrong entries you need a new one. A new code ends the one before it.",
          "A First Time User's Code that you get at a counter works for 24 hours and once only.",
          "If a code has not reached you within 24 hours, report it to member care.",
          "After 3 wrong passwords, signing in is closed for 15 minutes.",
        ],
        "A browser that is new to us gets a code before it is let in, and we tell you about each sign-in on a new device.",
        "When your password is more than a year old, we advise you to change it.",
      ],
    },
    {
      id: "v",
      title: "What the services cover",
      blocks: [
        [
          "Balance inquiry: your accounts and active loans.",
          "Fund transfer: from your capital contribution and savings accounts only. From capital contribution you can move the withdrawable part.",
          "Loan application.",
          "Prepaid top-up: from your account to your own card.",
        ],
        "Members with a card can also manage the card, see its transactions and send money from it, as sections VIII and IX say.",
        "Balances show what our books hold at the time on the screen. Something you did a moment ago may still be on its way.",
      ],
    },
    {
      id: "vi",
      title: "Your instructions",
      blocks: [
        "An instruction given with your username, password and code counts as yours, and we may act on it. Section XVI says what holds when it was not yours.",
        "Read the review before you confirm: the amount, the receiver, the account number and the fee. The text with the code names the amount and the receiver. If they are not what you meant, do not enter the code.",
        "A confirmed instruction cannot be changed. We carry it out once, even if it reaches us twice.",
        "We may decline or hold an instruction that breaks these terms, a limit or the law, or that looks like fraud. We then tell you, where the law lets us.",
      ],
    },
    {
      id: "vii",
      title: "Fund transfers and top-ups",
      blocks: [
        "Your balance must be enough for the amount and its charges. If it is not, nothing is moved.",
        "A transfer is booked when you get a reference number. Until the other side has answered, it is shown as being processed.",
        "A top-up goes to your own card only. It counts toward what your card may receive in a month. If the card cannot be credited, the money goes back to the account it came from.",
        "Keep the reference number until the money has arrived.",
      ],
    },
    {
      id: "viii",
      title: "Transfers to other banks",
      blocks: [
        "Transfers to other banks leave from your card, through InstaPay or PESONet. The receiver pays nothing for them.",
        [
          "InstaPay: usually credited at once, on every day of the year. A transfer to a wrong account cannot be taken back.",
          "PESONet before 9:00 AM on a banking day: credited by 2:00 PM on the same day.",
          "PESONet before 3:00 PM on a banking day: credited by 6:00 PM on the same day.",
          "PESONet from 3:00 PM, on weekends or holidays: credited on the next banking day, and within two banking days at the latest.",
        ],
        "If a transfer is rejected or returned, or gets no answer in time, we give back the amount and the fee: for InstaPay within 1 hour, for PESONet within 2 hours after the clearing advice.",
        "The receiving bank decides how and when it credits its client. We cannot correct an account number that was given to us wrong.",
      ],
    },
    {
      id: "ix",
      title: "Your card",
      blocks: [
        [
          "A default card is released on the same day, a personalized one in 7 to 10 working days.",
          "You activate the card yourself and choose an ATM PIN of 6 digits.",
          "After 3 wrong entries of the current ATM PIN the card is suspended for 24 hours.",
          "You can get a new CVV once a day.",
          "You can lock and unlock the card, and set how much may be withdrawn in a day.",
          "A card that was locked by an administrator, or deactivated, is opened again only at an office.",
        ],
        "The money on a card is electronic money. It is not a deposit, earns no interest and is not insured by the PDIC. You can take it out at its face value. What a card may receive in a month has a limit.",
        "The card is issued with our partner bank, whose card rules also apply.",
      ],
    },
    {
      id: "x",
      title: "Loan applications",
      blocks: [
        "An application sent through the services is a request. It becomes a loan only when we approve it and you sign what the law asks for.",
        "What you state must be true and complete. We may check it with your employer and with credit bureaus (section XXIV).",
        "Before you are bound you get a disclosure of the interest, all charges, the net proceeds and the schedule.",
      ],
    },
    {
      id: "xi",
      title: "Limits and availability",
      blocks: [
        "Services have limits for a transaction, a day or a month. The screen of each service shows them. Days and months are counted in Manila time.",
        "You can be signed in on one device at a time. Signing in on another ends the session on the first.",
        "After 5 minutes without activity we ask whether you are still there, and 30 seconds later we sign you out.",
        "We try to be there at all hours, but we maintain our systems, and phone networks and partners can fail. We announce planned work in the services where we can.",
      ],
    },
    {
      id: "xii",
      title: "Fees and charges",
      blocks: [
        "A fee is shown before you confirm and is taken together with the amount. If the transfer fails, the fee comes back with the money.",
        "Your mobile network may charge you for data and messages. ATM operators may charge for withdrawals.",
      ],
    },
    {
      id: "xiii",
      title: "Records",
      blocks: [
        "We keep a record of every instruction. You see your card transactions of the last 30 days on the screen, and you can download any 30 days as a file.",
        "Our records are taken as right unless you or we show that they are not. Please compare them with yours, and tell us about anything that differs.",
      ],
    },
    {
      id: "xiv",
      title: "Reporting a problem",
      blocks: [
        `If there is a problem with an instruction, report it to member care at ${phone} within 12 hours, with the reference number. The sooner we know, the more we can stop or bring back.`,
        "We look into a report that comes later as well. A late report never takes away a right that the law gives you, nor our duty to give back what failed.",
      ],
    },
    {
      id: "xv",
      title: "Keeping your access safe",
      blocks: [
        [
          "Keep your password, codes, ATM PIN and CVV to yourself. Do not write them where others find them.",
          `${product} never asks for your password, PIN, CVV or OTP by call, text or e-mail, and never sends links by text.`,
          "Open the services by typing the address yourself, and look at it before you sign in.",
          "Lock your phone, and sign out on a device that others use.",
          "Keep the software of your device up to date.",
        ],
      ],
    },
    {
      id: "xvi",
      title: "Lost phone or card, and use without your permission",
      blocks: [
        `Call ${phone} at once if your phone, SIM or card is lost or stolen, or if somebody may know your password or a code. Lock your card in the services if you can, and change your password: it ends all other sessions.`,
        "From your call on we do what we can to stop further use. We look into each instruction that you say was not yours, and who bears a loss follows from the facts and from the law.",
      ],
    },
    {
      id: "xvii",
      title: "Inactivity, suspension and closing",
      blocks: [
        [
          "Online access that had no activity for 6 months is suspended. A month before, we warn you by text and in the services.",
          "You open a suspended access yourself: choose “Forgot username or password?”, enter the code from your phone and set a new password.",
          "Online access that had no activity for 1 year is cancelled. A month before, we warn you again. After that you create an account anew.",
        ],
        "Activity is signing in, setting a password, and what you do while signed in. Months are counted by the calendar in Manila.",
        "Suspending or cancelling online access does not touch your money. Your accounts, loans and card stay as they are.",
        "We may suspend access at once to protect you or others, when the law or a court asks for it, or when these terms are seriously broken.",
      ],
    },
    {
      id: "xviii",
      title: "Who answers for what",
      blocks: [
        "We answer for our own mistakes and those of the people who work for us. If we did not carry out a valid instruction, or not as you gave it, we put it right.",
        "We do not answer for loss caused by wrong details that you gave, by codes that you shared, by phone networks or other banks, or by events that nobody could prevent.",
        "Nothing here takes away a right that the law gives you and that cannot be given up.",
      ],
    },
    {
      id: "xix",
      title: "Our material, and other sites",
      blocks: [
        "Names, signs, texts and programs of the services belong to us or to those who let us use them. You may use them for the services only.",
        "Links that lead to others are there for your convenience. What is on those sites is theirs to answer for.",
      ],
    },
    {
      id: "xx",
      title: "Notices",
      blocks: [
        "We reach you in the services, by text, by e-mail or by post, with the details in our records. Please keep them up to date.",
        [
          "A notice by post counts as received after 2 days.",
          "A notice by e-mail counts as received after 24 hours.",
        ],
        `You reach us at ${phone} or at an office: the ${offices.head}, the ${offices.branch} or a satellite office.`,
      ],
    },
    {
      id: "xxi",
      title: "Your privacy",
      blocks: [
        "We handle your personal data as our Privacy Notice says and as the Data Privacy Act of 2012 (RA 10173) asks. The notice is part of what you agree to when you create an account.",
        `For questions about your data, write to our data protection officer: ${links.privacyEmail}.`,
      ],
    },
    {
      id: "xxii",
      title: "Lawful use",
      blocks: [
        "You may use the services for lawful purposes and for yourself only. Never let others use your account or card to move their money: the law can punish you for it.",
        "The law has us know our members, watch for money laundering and report certain transactions. We may ask where money comes from, and hold disputed money for as long as the law says.",
      ],
    },
    {
      id: "xxiii",
      title: "Law and complaints",
      blocks: [
        "The law of the Republic of the Philippines applies.",
        `If you are not content, tell member care first: ${phone}. If we do not settle it, you can turn to the Bangko Sentral ng Pilipinas, which regulates us: ${links.regulatorEmail}.`,
        "These terms exist in English and Filipino and are meant to say the same. If a part of them turns out to be void, the rest stays.",
      ],
    },
    {
      id: "xxiv",
      title: "Credit information, and offers",
      blocks: [
        "You consent that we share your basic credit data with the Credit Information Corporation and with credit bureaus that the law allows, that we update it, and that we get such data about you, to judge loan applications and manage loans (RA 9510). You may ask to see this data and to have mistakes put right.",
        "You consent that we tell you about our own products and programs. You can opt out of such offers at any time through the member care group, without giving a reason and without losing any service.",
      ],
    },
  ],
};
