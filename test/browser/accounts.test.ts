/** Tests the account pages in a real browser: without scripts, by keyboard alone, and for accessibility. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { signIn } from "./pages.ts";

const world = useWorld();
const PASSWORD = "correct horse";

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
  // Sign-up is closed until the server has its first user.
  await world.person();
});
afterAll(() => browser?.close());

async function openPage(options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({ baseURL: world.baseUrl, ...options });
  return { context, page: await context.newPage() };
}

/** Presses Tab until the control with this label or text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page
    .getByLabel(name, { exact: true })
    .or(
      page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("link", { name, exact: true })),
    );
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.and(wanted).count()) === 1) return;
  }
  throw new Error(`Tab does not reach “${name}”.`);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}

test.each([true, false])(
  "people sign in by typing, also after a mistake, with scripts: %s",
  async (javaScriptEnabled) => {
    const { username } = await world.person();
    const { page } = await openPage({ javaScriptEnabled });
    await page.goto("/");
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await page.waitForURL("**/sign-in**");
    await page.locator("#login:focus").waitFor();
    await page.keyboard.type(username);
    await page.keyboard.press("Tab");
    await page.keyboard.type("wrong horse");
    await page.keyboard.press("Enter");
    await page.getByText("don’t match").waitFor();
    await page.locator("#password:focus").waitFor();
    await page.keyboard.type("correct horse");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    await page.context().close();
  },
);

test("without scripts and without a mouse: sign up, change the profile, sign out", async () => {
  const { context, page } = await openPage({ javaScriptEnabled: false });
  await page.goto("/sign-up");
  await typeInto(page, "Username", "keyboard_only");
  await typeInto(page, "Name", "Kay Board");
  await typeInto(page, "E-mail address", "kay@example.org");
  await typeInto(page, "Password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/settings");
  await typeInto(page, "Location", "Lisbon");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/settings?done=saved");
  expect(await page.getByRole("status").textContent()).toBe("Profile saved.");
  expect(await page.getByLabel("Location").inputValue()).toBe("Lisbon");
  await tabTo(page, "Sign out");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in");
  await page.goto("/settings");
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await context.close();
});

test("the first Tab offers to skip to the content", async () => {
  const { context, page } = await openPage();
  await page.goto("/about");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").textContent()).toBe("Skip to content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.id")).toBe("main");
  await context.close();
});

test("an error is associated with its field", async () => {
  const { context, page } = await openPage();
  const { username } = await world.person();
  await page.goto("/sign-in");
  await page.getByLabel("Username or e-mail address").fill(username);
  await page.getByLabel("Password").fill("wrong");
  await page.keyboard.press("Enter");
  const password = page.getByLabel("Password");
  await page.locator("#password-error").waitFor();
  expect(await password.getAttribute("aria-invalid")).toBe("true");
  expect(await password.getAttribute("aria-describedby")).toBe("password-error");
  expect(await page.getByLabel("Username or e-mail address").inputValue()).toBe(username);
  await context.close();
});

const OUTSIDE = [
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/sign-in?oauth2_access_token=x",
];
const INSIDE = [
  ...["/settings", "/settings/picture", "/settings/email", "/settings/preferences"],
  ...["/settings/playback", "/settings/notifications", "/settings/webhooks"],
  ...["/settings/delete", "/settings/password", "/settings/sessions", "/settings/tokens"],
  ...["/settings/picture/remove", "/settings/sessions/end?session_id=others", "/sign-up"],
];

for (const colorScheme of ["light", "dark"] as const)
  test(`no serious accessibility violation, and no page wider than a phone: ${colorScheme}`, async () => {
    const { context, page } = await openPage({
      colorScheme,
      bypassCSP: true,
      viewport: { width: 360, height: 740 },
    });
    for (const path of OUTSIDE) await check(page, path);
    await signInAndIssue(context, page);
    for (const path of INSIDE) await check(page, path);
    await createAndTestWebhook(page);
    await page.goto("/settings/password");
    await page.getByLabel("Current password").fill("wrong");
    await page.getByLabel("New password").fill("short");
    await page.keyboard.press("Enter");
    await page.locator(".error").first().waitFor();
    await check(page, null);
    await context.close();
  });

async function signInAndIssue(context: BrowserContext, page: Page): Promise<void> {
  const { username } = await world.person();
  await signIn(page, username);
  await page.goto("/settings/tokens");
  await page.getByLabel("Name", { exact: true }).fill("Backup of the shows");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByLabel("Access").selectOption("basic");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByText("will not be shown again").waitFor();
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: "longwave_session", httpOnly: true, sameSite: "Lax" }),
  );
}

/** Checks the pages of a webhook: its secret, its types, and its log. */
async function createAndTestWebhook(page: Page): Promise<void> {
  await page.goto("/settings/webhooks");
  await page.getByLabel("URL").fill("https://hooks.example/a-path-that-is-rather-long-for-a-phone");
  await page.getByText("Choose types of events").click();
  await page.getByLabel("episode.published", { exact: true }).check();
  await check(page, null);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await page.getByText("whsec_").waitFor();
  await check(page, null);
  await page.getByRole("link", { name: "Go to the webhook" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByText("A test is on its way.").waitFor();
  await page.getByText("webhook.test").waitFor();
  await check(page, null);
}

/** Checks the page at `path`, or the current page if `path` is null. */
async function check(page: Page, path: string | null): Promise<void> {
  if (path !== null) await page.goto(path);
  await expectGood(page);
}

test("a new token is copied with a button", async () => {
  const { context, page } = await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await signInAndIssue(context, page);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const token = await page.locator(".secret").textContent();
  expect(token).toMatch(/^lw_/);
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(token);
  await context.close();
});

test("what one chooses for playback is kept in the browser", async () => {
  const { context, page } = await openPage();
  const { username } = await world.person();
  await signIn(page, username);
  await page.goto("/settings/playback");
  await page.getByLabel("Playback speed").selectOption("1.5");
  await page.getByLabel("Skip back").selectOption("10");
  await page.getByLabel("Skip ahead").selectOption("60");
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("status").getByText("Saved").waitFor();
  await page.reload();
  await page.locator("[data-playback]:enabled").waitFor();
  expect(
    await page
      .locator("[data-playback] select")
      .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
  ).toEqual(["1.5", "10", "60"]);
  expect(await page.getByRole("checkbox").isChecked()).toBe(false);
  await context.close();
});

test("without scripts: a token is shown to be selected, and revoked after a question", async () => {
  const { context, page } = await openPage({ javaScriptEnabled: false });
  await signInAndIssue(context, page);
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  await page.goto("/settings/tokens");
  await page.getByRole("link", { name: "Revoke Backup of the shows" }).click();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
    "Revoke “Backup of the shows”?",
  );
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Revoke Backup of the shows" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  expect(await page.getByRole("status").textContent()).toBe("Token revoked.");
  expect(await page.getByText("Backup of the shows").count()).toBe(0);
  await context.close();
});
