import type { Page } from "@playwright/test";

/** The parts of sign-up, recovery and the change of a password, by the words a member reads. */
export function joinPages(page: Page) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  return {
    field,
    button,
    heading: page.getByRole("heading", { level: 1 }),
    alert: page.getByRole("alert"),
    code: field("6-digit code"),
    back: button("Back"),
    next: button("Next"),
    open: async (path: string) => {
      await page.goto(path);
      await page
        .getByRole("form")
        .or(page.getByRole("heading", { level: 1 }))
        .first()
        .waitFor();
    },
  };
}

export const wrongFor = (code: string): string => (code === "111111" ? "222222" : "111111");
