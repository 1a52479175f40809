/** The eleven loan types (row H05). */
export const loanTypes = {
  SL: "Salary Loan",
  EM: "Emergency Loan",
  AS: "Universal Loan",
  AL: "AffordaLoan",
  BL: "Kapartner Loan",
  PL: "Pension Loan",
  AP: "Additional Pension Loan",
  OP: "Other Pension Loan",
  MT: "Motorcycle Loan",
  "BL-PVL": "Vehicle Loan (Pre-Owned)",
  "BL-VL": "Vehicle Loan (Brand New)",
} as const;
export type LoanType = keyof typeof loanTypes;
