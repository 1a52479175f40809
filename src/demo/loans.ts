import type { Centavos } from "#common/money.ts";
import type { LoanType } from "#contract/loanTypes.ts";

/** A loan of the demo: released `monthsAgo`, of which `overdueInstalments` were not paid. */
export type DemoLoan = {
  type: LoanType;
  principal: Centavos;
  months: number;
  monthsAgo: number;
  overdueInstalments: number;
};

/** Which loans a demo member has, by the scenario of data/seed/members.json. */
export function loansOf(scenario: string, position: number): DemoLoan[] {
  if (scenario.startsWith("desk:")) return [];
  if (scenario.startsWith("happy path")) {
    return [
      loan("SL", 250_000_00n, 36, 11),
      loan("EM", 30_000_00n, 12, 3),
      // Paid in full.
      loan("EM", 15_000_00n, 6, 10),
    ];
  }
  if (scenario.startsWith("pensioner")) {
    return [
      loan("PL", 300_000_00n, 36, 14),
      loan("AP", 80_000_00n, 24, 6),
      loan("OP", 60_000_00n, 24, 2),
    ];
  }
  if (scenario.startsWith("vehicle")) {
    return [
      loan("BL-VL", 950_000_00n, 60, 18),
      loan("BL-PVL", 420_000_00n, 48, 9),
      loan("MT", 85_000_00n, 24, 5),
      // Paid in full.
      loan("EM", 20_000_00n, 6, 12),
    ];
  }
  if (scenario.startsWith("past-due"))
    return [{ ...loan("SL", 180_000_00n, 24, 10), overdueInstalments: 2 }];
  if (scenario.startsWith("capital contribution only")) return [];
  if (scenario.startsWith("long names"))
    return [loan("AL", 75_000_00n, 24, 7), loan("AS", 320_000_00n, 48, 20)];
  if (scenario.startsWith("personalized card active")) return [loan("BL", 60_000_00n, 24, 4)];
  const others = [
    [],
    [loan("SL", 150_000_00n, 24, 8)],
    [loan("AS", 400_000_00n, 36, 16)],
    [loan("EM", 20_000_00n, 12, 2)],
  ];
  return others[position % others.length] ?? [];
}

function loan(type: LoanType, principal: Centavos, months: number, monthsAgo: number): DemoLoan {
  return { type, principal, months, monthsAgo, overdueInstalments: 0 };
}
