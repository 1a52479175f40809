/**
 * The idempotency key under which a first approver asks for the second approval: by it the request that
 * was approved first is told how the second stands.
 */
export const secondApprovalKey = (firstRequestId: string): string => `second-${firstRequestId}`;
