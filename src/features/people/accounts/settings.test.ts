/** The settings as a person uses them: picture, e-mail, language, time zone, closing the account. */
import { expect, test } from "vitest";
import { allJobs } from "../../../../src/app/jobs.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const PASSWORD = "correct horse";
const DAY_MS = 86_400_000;

async function signedIn(username: string, headers: Record<string, string> = {}): Promise<Surfer> {
  const browser = createSurfer(world.baseUrl, headers);
  await browser.open("/sign-in");
  const { status } = await browser.submit({ login: username, password: PASSWORD });
  expect(status).toBe(200);
  return browser;
}

test("a username with several faults hears of all, and a@b is no e-mail address", async () => {
  await world.person();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-up");
  const fields = { username: "A!", fullname: "Ada", email: "a@b", password: PASSWORD };
  const { status, text } = await browser.submit(fields);
  expect(status).toBe(400);
  expect(text).toContain("Use at least 3 characters. Use only a–z, 0–9 and _.");
  expect(text).toContain("Enter a valid e-mail address.");
});

test.each([
  ["en", "That username and password don’t match."],
  ["it", "Nome utente e password non corrispondono."],
  ["es", "El nombre de usuario y la contraseña no coinciden."],
  ["de", "Benutzername und Passwort passen nicht zusammen."],
  ["fr", "Le nom d’utilisateur et le mot de passe ne correspondent pas."],
])("a wrong password is explained in %s", async (lang, sentence) => {
  const { username } = await world.person();
  const browser = createSurfer(world.baseUrl, { "accept-language": lang });
  const page = await browser.open("/sign-in");
  expect(page.text).toContain(`<html lang="${lang}"`);
  const { text } = await browser.submit({ login: username, password: "wrong" });
  expect(text).toMatch(new RegExp(`id="password-error">${sentence}`));
});

test("all faults of a field are in the language of the page", async () => {
  const browser = createSurfer(world.baseUrl, { "accept-language": "de" });
  await browser.open("/sign-up");
  const fields = { username: "A!", fullname: "Ada", email: "ada@example.org", password: "short" };
  const { text } = await browser.submit(fields);
  expect(text).toContain("Verwende mindestens 3 Zeichen. Verwende nur a–z, 0–9 und _.");
  expect(text).toContain("Verwende mindestens 8 Zeichen.");
});

test("the sign-up and the sign-in know who is signed in", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  const { text } = await browser.open("/sign-up");
  expect(text).toContain("You are already signed in");
  expect(text).not.toContain('action="/sign-up"');
  expect((await browser.open("/sign-in")).text).toContain(`<strong>${username}</strong>`);
  expect((await browser.open("/oauth2/device")).text).not.toContain('href="/sign-in"');
  const refused = await browser.open("/oauth2/authorize?client_id=none");
  expect(refused.text).toContain("The app sent an invalid request");
  expect(refused.text).not.toContain('href="/sign-in"');
});

test("the device pages and OAuth errors are in the visitor's language", async () => {
  const browser = createSurfer(world.baseUrl, { "accept-language": "fr" });
  const { text } = await browser.open("/oauth2/device");
  expect(text).toContain('<html lang="fr"');
  expect(text).toContain("Code affiché sur l’appareil");
  const refused = await browser.open("/oauth2/authorize?client_id=none");
  expect(refused.text).toContain("L’application a envoyé une demande non valable");
});

test("the language and the time zone that a person chooses are used on their pages", async () => {
  const { username, api } = await world.person();
  const browser = await signedIn(username, { "accept-language": "it" });
  expect((await browser.open("/settings/preferences")).text).toContain('<html lang="it"');
  const fields = { language: "de", timezone: "Asia/Tokyo", listen_en: "1", listen_it: "1" };
  const saved = await browser.submit(fields, "/settings/preferences");
  expect(saved.text).toContain('<html lang="de"');
  expect(saved.text).toContain("Gespeichert.");
  expect(saved.text).toMatch(/name="listen_en" value="1" checked/);
  expect((await api.get("/v2/me")).response.user).toMatchObject({
    timezone: "Asia/Tokyo",
    content_languages: ["en", "it"],
  });
  await world.deps.db
    .updateTable("sessions")
    .set({ created_at: new Date("2026-01-31T20:00:00Z") })
    .execute();
  const { text } = await browser.open("/settings/sessions");
  expect(text).toContain('title="1. Februar 2026 um 05:00"');
  expect(text).toContain("Zeiten in der Zeitzone Asia/Tokyo.");
  const refused = await browser.open("/settings/preferences");
  expect(refused.status).toBe(200);
  const wrong = await browser.submit({ ...fields, timezone: "Mars" }, "/settings/preferences");
  expect(wrong.text).toContain("Diese Zeitzone gibt es nicht.");
});

test("time zones are offered by their names of today, also one chosen by its former name", async () => {
  const { username, user_id } = await world.person();
  const former = world.deps.db.updateTable("users").set({ timezone: "Asia/Calcutta" });
  await former.where("user_id", "=", user_id).execute();
  const { text } = await (await signedIn(username)).open("/settings/preferences");
  expect(text).toMatch(/<option value="Asia\/Kolkata" selected>Asia\/Kolkata</);
  expect(text).not.toContain("Asia/Calcutta");
});

test("the language chosen in the footer of a page wins until another is saved", async () => {
  const { username } = await world.person();
  const browser = await signedIn(username);
  const switched = await browser.open("/language/fr?next=%2Fsettings%2Fpreferences");
  expect(switched.text).toContain('<html lang="fr"');
  const saved = await browser.submit({ language: "es", timezone: "" }, "/settings/preferences");
  expect(saved.text).toContain('<html lang="es"');
});

/** Sends the form of the picture as a browser does. */
async function sendPicture(browser: Surfer, username: string, crop: Record<string, string>) {
  const signIn = await fetch(`${world.baseUrl}/sign-in`);
  const csrfOf = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const first = signIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const entered = await fetch(`${world.baseUrl}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: first },
    body: new URLSearchParams({
      login: username,
      password: PASSWORD,
      csrf: csrfOf(await signIn.text()),
    }),
  });
  const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const page = await fetch(`${world.baseUrl}/settings/picture`, { headers: { cookie } });
  const body = new FormData();
  for (const [name, value] of Object.entries({ csrf: csrfOf(await page.text()), ...crop }))
    body.append(name, value);
  const bytes = new Uint8Array(await makePicture({ width: 900, height: 500 }));
  body.append("image_file", new Blob([bytes]), "ada.png");
  const answer = await fetch(`${world.baseUrl}/settings/picture`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body,
  });
  await browser.open("/settings/picture");
  return { status: answer.status, text: await answer.text() };
}

test("a picture is uploaded with a square part, and removed after a question", async () => {
  const { username, api } = await world.person();
  const browser = await signedIn(username);
  const outside = await sendPicture(browser, username, { crop_left: "600", crop_size: "450" });
  expect(outside.status).toBe(400);
  expect(outside.text).toContain("must be inside the picture");
  const sent = await sendPicture(browser, username, { crop_left: "400", crop_size: "450" });
  expect(sent.status).toBe(303);
  expect((await api.get("/v2/me")).response.user.image_url).not.toBeNull();
  const asked = await browser.open("/settings/picture/remove");
  expect(asked.text).toContain("<h1>Remove your picture?</h1>");
  const removed = await browser.submit({}, "/settings/picture/remove");
  expect(removed.text).toContain("Picture removed.");
  expect((await api.get("/v2/me")).response.user.image_url).toBeNull();
});

test("the e-mail address changes with the password only", async () => {
  const { username, api } = await world.person();
  const other = await world.person();
  const browser = await signedIn(username);
  const change = async (email: string, present: string) => {
    await browser.open("/settings/email");
    return browser.submit({ email, present }, "/settings/email");
  };
  expect((await change("new@example.org", "wrong")).text).toContain("That password is incorrect.");
  const taken = await change(`${other.username}@example.org`, PASSWORD);
  expect(taken.text).toContain("belongs to another account");
  expect((await change("new@example.org", PASSWORD)).text).toContain("E-mail address changed.");
  expect((await api.get("/v2/me")).response.user.email).toBe("new@example.org");
});

async function close(browser: Surfer, username: string, present = PASSWORD) {
  await browser.open("/settings/delete");
  return browser.submit({ username, present }, "/settings/delete");
}

test("an account is closed with username and password, and opened again by signing in", async () => {
  const { username, user_id, api } = await world.person();
  const browser = await signedIn(username);
  expect((await close(browser, "somebody")).text).toContain("That isn’t your username.");
  expect((await close(browser, username, "wrong")).text).toContain("That password is incorrect.");
  const closed = await close(browser, username);
  expect(closed.url.pathname).toBe("/sign-in");
  expect(closed.text).toContain("Your account is closed.");
  expect((await browser.open("/settings")).url.pathname).toBe("/sign-in");
  expect((await world.api.get(`/v2/users/${user_id}`)).status).toBe(404);
  world.setTime(new Date(Date.now() + 13 * DAY_MS));
  expect((await api.get("/v2/me")).status).toBe(401);
  const back = await browser.submit({ login: username, password: PASSWORD });
  world.setTime(null);
  expect(back.text).toContain("Your account is open again.");
  expect((await world.api.get(`/v2/users/${user_id}`)).status).toBe(200);
});

test("a person with shows cannot close their account", async () => {
  const { username, api } = await world.person();
  const browser = await signedIn(username);
  const empty = await browser.open("/settings/delete");
  expect(empty.text).toContain('action="/settings/delete"');
  await api.post("/v2/shows", { title: "Night Trains", language: "en" });
  const late = await browser.submit({ username, present: PASSWORD }, "/settings/delete");
  expect(late.url.pathname).toBe("/settings/delete");
  expect(late.text).toContain("Night Trains");
  expect(late.text).not.toContain('action="/settings/delete"');
});

test("a closed account is erased after two weeks", async () => {
  const { username, user_id } = await world.person();
  const browser = await signedIn(username);
  await close(browser, username);
  const purge = allJobs(world.deps).find(({ name }) => name === "accounts.purge");
  world.setTime(new Date(Date.now() + 15 * DAY_MS));
  await purge?.run({}, { last: false });
  const late = await createSurfer(world.baseUrl);
  await late.open("/sign-in");
  expect((await late.submit({ login: username, password: PASSWORD })).status).toBe(400);
  world.setTime(null);
  const row = await world.deps.db
    .selectFrom("users")
    .selectAll()
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(username);
  expect(row).toMatchObject({ fullname: "Deleted user", password_hash: null });
});
