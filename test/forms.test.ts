import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The one way in which something typed goes to the server. */
const ONE_WAY = "src/client/form/SentForm.tsx";

/** Forms beside it, and why each is one. */
const BESIDE: Readonly<Record<string, string>> = {
  "src/portal/login/LoginForm.tsx":
    "what is typed before the scripts arrive stays, and the first route has no room for the one way",
  "src/portal/otp/OtpScreen.tsx": "the sixth digit sends the code: nothing is submitted",
  "src/portal/cardUse/PinForm.tsx":
    "a PIN is cleared whatever is answered, and what the new one is refused for is said where the present one is typed",
  "src/portal/shared/CardTypeDialog.tsx": "leads to the page of an application, sends nothing",
  "src/console/layout/SearchBox.tsx": "leads to what was found, sends nothing",
  "src/console/members/MembersPage.tsx": "its criteria are the page's address, sends nothing",
  "src/console/table/FilterBar.tsx": "its filters are the page's address, sends nothing",
};

test("a form that sends something is written the one way, or is named here with its reason", () => {
  const found = ["portal", "console", "client", "ui"]
    .flatMap((area) =>
      readdirSync(`src/${area}`, { recursive: true, encoding: "utf8" }).map((file) =>
        path.posix.join("src", area, ...file.split(path.sep)),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /<form\b|\bonSubmit\b/.test(readFileSync(file, "utf8")));
  expect(found.toSorted()).toEqual([ONE_WAY, ...Object.keys(BESIDE)].toSorted());
});
