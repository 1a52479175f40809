import { dayText } from "#console/parts/Day.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";

type Names = Readonly<Record<string, string>>;
type Area =
  | "asks"
  | "earnings"
  | "imports"
  | "loans"
  | "members"
  | "operations"
  | "requests"
  | "staff"
  | "transfers";

/** What each value of a fact is called, by the name of the fact; of facts that are words of people, nothing. */
export function factValues(texts: Pick<Catalogue, Area>): Readonly<Record<string, Names>> {
  const { asks, earnings, imports, loans, members, operations, requests, staff, transfers } = texts;
  const cardStates = members.card.states;
  return {
    accountState: staff.states,
    adminLocked: requests.yesNo,
    becomes: cardStates,
    cardStatus: cardStates,
    cause: { ...asks.causes, ...asks.notMade.causes },
    closedFor: requests.closedFor,
    featureState: operations.featureStates,
    fileState: requests.fileStates,
    holidayType: operations.dayTypes,
    importState: imports.states,
    isBankingDay: requests.yesNo,
    isInMaintenance: requests.yesNo,
    isObserved: requests.yesNo,
    loanStage: loans.stages,
    loanState: loans.loanStates,
    memberLocked: requests.yesNo,
    memberStatus: members.status,
    needs: operations.policy.needs,
    persoStatus: cardStates,
    pausedFor: members.freezing.pausedFor,
    railSays: requests.railSays,
    remittanceState: loans.remittanceStates,
    returnsTo: members.status,
    reversed: requests.yesNo,
    runAgain: requests.yesNo,
    runState: earnings.states,
    settlement: loans.settlements,
    staysFrozen: requests.yesNo,
    transferState: transfers.ended,
    verdict: loans.findings,
  };
}

/** The same in the language of the page. */
export function useFactValues(): Readonly<Record<string, Names>> {
  return factValues({
    asks: useTexts("asks"),
    earnings: useTexts("earnings"),
    imports: useTexts("imports"),
    loans: useTexts("loans"),
    members: useTexts("members"),
    operations: useTexts("operations"),
    requests: useTexts("requests"),
    staff: useTexts("staff"),
    transfers: useTexts("transfers"),
  });
}

const DAY_OR_MONTH = /^\d{4}-\d{2}(?:-\d{2})?$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*Z$/;

/** A value that is written alike in every language, as it is shown: days and moments as people write them. */
export function plainValue(value: string, language: string): string {
  if (DAY_OR_MONTH.test(value)) return dayText(value, language);
  return MOMENT.test(value) ? formatDate(new Date(value), "dayTime", language) : value;
}
