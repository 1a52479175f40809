/** E-mails that are handed over at once, so that a slow server leaves room for the other jobs. */
export const MAIL_QUEUES = 2;

/** A push service that has not taken a notice by then has the text go out. */
export const PUSHED_WITHIN_SECONDS = 60;
