/** What is on its way already takes the place of what was lost. */
export const isOnItsWay = (persoStatus: string): boolean =>
  ["processing", "for_pickup", "for_activation", "failed"].includes(persoStatus);
