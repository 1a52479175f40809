const format = new Intl.NumberFormat("en-PH", { style: "percent", minimumFractionDigits: 2 });

/** A rate of the contract, in percent, as people read it: '12.6825' -> '12.68%'. */
export const percentText = (rate: string): string => format.format(Number(rate) / 100);
