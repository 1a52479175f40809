import type { Yes } from "#client/queries.ts";
import { read } from "#console/api/queries.ts";
import { getCardIdentification } from "#contract/staff/cardDesk.ts";
import {
  searchMembers,
  type SearchCriterion,
  SEARCH_CRITERIA,
} from "#contract/staff/memberSearch.ts";
import {
  getMemberAccess,
  getMemberCard,
  getMemberCases,
  getMemberFile,
  getMemberMoney,
  getMemberTold,
  getMemberTrail,
  getMemberTransfers,
} from "#contract/staff/members.ts";
import { getMemberSchedules } from "#contract/staff/memberSchedules.ts";
import { queryOptions } from "@tanstack/react-query";

/** A place in a list, as it stands in the address. */
export type Place = { after?: string; before?: string };

export type Criteria = Partial<Record<SearchCriterion, string>>;

/** The criteria of a search as its parameters have them; empty ones are none. */
export function criteriaOf(params: URLSearchParams): Criteria {
  return Object.fromEntries(
    SEARCH_CRITERIA.flatMap((name) => {
      const value = params.get(name)?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

export function placeOf(params: URLSearchParams): Place {
  const after = params.get("after");
  const before = params.get("before");
  if (after !== null) return { after };
  return before === null ? {} : { before };
}

export const searchRead = (criteria: Criteria, place: Place) =>
  queryOptions({
    queryKey: ["members", criteria, place],
    queryFn: async ({ signal }) =>
      (await read(searchMembers, { query: { ...criteria, ...place } }, signal)).result,
  });

/** Key of everything that was read of whichever member. */
export const MEMBERS_KEY = ["member"] as const;
/** Key of everything that was read of a member: what is invalidated after an action. */
export const memberKey = (memberGuid: string) => [...MEMBERS_KEY, memberGuid] as const;

export const fileRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "file"],
    queryFn: async ({ signal }) =>
      (await read(getMemberFile, { params: { memberGuid } }, signal)).result,
  });
export const moneyRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "money"],
    queryFn: async ({ signal }) =>
      (await read(getMemberMoney, { params: { memberGuid } }, signal)).result,
  });
export const cardRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "card"],
    queryFn: async ({ signal }) =>
      (await read(getMemberCard, { params: { memberGuid } }, signal)).result,
  });
export const identificationRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "identification"],
    queryFn: async ({ signal }) =>
      (await read(getCardIdentification, { params: { memberGuid } }, signal)).result,
    // What is typed starts from what stands there now.
    staleTime: 0,
    gcTime: 0,
  });
export type KnownIdentification = Yes<typeof getCardIdentification>["result"];
export const accessRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "access"],
    queryFn: async ({ signal }) =>
      (await read(getMemberAccess, { params: { memberGuid } }, signal)).result,
  });
export const toldRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "told"],
    queryFn: async ({ signal }) =>
      (await read(getMemberTold, { params: { memberGuid } }, signal)).result,
  });
export const casesRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "cases"],
    queryFn: async ({ signal }) =>
      (await read(getMemberCases, { params: { memberGuid } }, signal)).result,
  });
export const transfersRead = (memberGuid: string, place: Place) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "transfers", place],
    queryFn: async ({ signal }) =>
      (await read(getMemberTransfers, { params: { memberGuid }, query: place }, signal)).result,
  });
export const schedulesRead = (memberGuid: string) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "schedules"],
    queryFn: async ({ signal }) =>
      (await read(getMemberSchedules, { params: { memberGuid } }, signal)).result,
  });
export const trailRead = (memberGuid: string, place: Place) =>
  queryOptions({
    queryKey: [...memberKey(memberGuid), "trail", place],
    queryFn: async ({ signal }) =>
      (await read(getMemberTrail, { params: { memberGuid }, query: place }, signal)).result,
  });
