import { cardApplication } from "./cardApplication.ts";
import { cardLoss } from "./cardLoss.ts";
import { cardOffers } from "./cardOffers.ts";
import { cardUse } from "./cardUse.ts";
import { spending } from "./spending.ts";

/** What the screens of the card say; they come with those screens. */
export const cardScreensTexts = { cardApplication, cardLoss, cardOffers, cardUse, spending };
