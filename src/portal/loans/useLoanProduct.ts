import { type LoanProduct, loanProductsRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useQuery } from "@tanstack/react-query";

/** What a loan of this type costs, as soon as it is known. */
export function useLoanProduct(type: string): {
  product: LoanProduct | undefined;
  hasFailed: boolean;
} {
  const { data, isError } = useQuery(loanProductsRead(useGuid()));
  return { product: data?.find(({ code }) => code === type), hasFailed: isError };
}
