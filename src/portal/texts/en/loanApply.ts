import { hotline } from "#contract/hotline.ts";
import { LOAN_CHECK_DAYS } from "#contract/loanFields.ts";

/** The form that asks for a loan. */
export const loanApply = {
  myLoans: "My Loans",
  title: "Apply for Loans",
  lead: "Takes about 3 minutes. We fill in what we already know about you.",
  loading: "Loading the form",
  keptAnswers: "We kept your answers.",
  mayHaveArrived:
    "Your application may have reached us already. You can press the button again: it is filed only once.",
  yourLoan: "Your loan",
  yourDetails: "Your details",
  detailsLead: "Change what is no longer right. It is used for this application only.",
  labels: {
    loan_type: "Loan Type",
    loan_amount: "Amount of Loan",
    months_wished: "Over how many months",
    employer: "Employer",
    last_name: "Last Name",
    first_name: "First Name",
    middle_name: "Middle Name",
    qualifier: "Qualifier",
    contact_no: "Contact Number",
    email_address: "Email Address",
  },
  monthsHint: "The loan officer sees it. Your offer may have other months.",
  qualifierHint: "(optional, e.g. Sr., Jr.)",
  contactHint: "We call or text this number.",
  emailHint: "like name@example.com",
  employers: { PNP: "PNP", BFP: "BFP", Others: "Others" },
  employerHint: "BJMP, PCG and others: choose Others.",
  amountHint: "Type the amount you need, in pesos.",
  range: (least: string, most: string) => `This loan goes from ${least} to ${most}.`,
  outOfRange: (least: string, most: string) =>
    `This loan goes from ${least} to ${most}. You may still apply: a loan officer will tell you what is possible.`,
  errors: {
    email: "Invalid email address",
    amountLow: "Enter ₱0.00 or more",
    amountHigh: "The most is ₱999,999,999.00",
  },
  beside: "Cost and next steps",
  submit: "Submit loan application",
  sending: "Submitting",
  noAnswer:
    "We have not had an answer yet. What you typed is kept. Press the button again: your application is filed only once.",
  submitted: "Loan application submitted",
  alreadyReceived: "We had already received your application.",
  cost: {
    title: (label: string) => `${label}: what it costs`,
    failed: "We could not load what this loan costs. You can apply all the same.",
    loading: "Loading what this loan costs",
    rate: "Interest a year",
    rateMeaning: "on what you still owe",
    terms: "To be paid in",
    months: (count: number) => `${count} months`,
    monthList: (list: string) => `${list} months`,
    range: "Amount",
    fromTo: (least: string, most: string) => `${least} to ${most}`,
    penalty: "If a payment is late",
    penaltyRate: (percent: string, days: number) =>
      `${percent} a month of what is late, after ${days} days`,
    exampleTitle: "Example",
    exampleAmount: "Loan",
    monthly: "Monthly payment",
    monthlyHint: "Or type what you can pay a month: the amount follows.",
    processing: "Processing fee",
    stampTax: "Documentary stamp tax",
    premium: "Loan protection",
    net: "You would receive",
    effective: "Effective interest a year",
    effectiveMeaning: "with all charges",
    exampleOnly:
      "Only an example, of a loan that is released today. What is approved for you is in the offer, which you accept or not.",
  },
  next: {
    title: "What happens next",
    review: "We review",
    reviewBody: `A loan officer checks your application, usually within ${LOAN_CHECK_DAYS} working days.`,
    talk: "We call or text you",
    talkBody: "If we need a document or have a question. You see each step on your dashboard.",
    offer: "You get an offer",
    offerBody:
      "With every charge and the whole schedule. The loan is yours only once you accept it.",
    kept: "Your answers are kept on this device until you submit.",
    help: `Questions? Call ${hotline}.`,
  },
};

export type LoanApplyTexts = typeof loanApply;
