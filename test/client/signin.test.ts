/** Tests that the client signs people in: in a browser with PKCE, and on a device by its code. */
import { expect, test } from "vitest";
import {
  type App,
  beginSignIn,
  createLongwave,
  type DeviceCode,
  finishSignIn,
  refreshTokens,
  signInByCode,
} from "../../clients/typescript/src/index.ts";
import { createClient } from "../../src/features/people/oauth/actions.ts";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();
const REDIRECT = "http://localhost:7777/callback";

async function open() {
  const person = await world.person();
  const registered = { name: "Test app", redirect_uris: [REDIRECT], public: true };
  const { client_id } = await createClient(world.deps, registered, null);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: person.username, password: "correct horse" });
  const app: App = { server: world.baseUrl, clientId: client_id };
  return { person, surfer, app };
}

const whoIs = async (token: string) => {
  const { user } = await createLongwave({ server: world.baseUrl, token }).getCurrentUser();
  return user.user_id;
};

test("in a browser, with PKCE and a refresh", async () => {
  const { person, surfer, app } = await open();
  const { url, pending } = await beginSignIn(app, REDIRECT);
  await surfer.open(url);
  const { url: back } = await surfer.submit({ decision: "allow" });
  const forged = new URL(back);
  forged.searchParams.set("state", "other");
  await expect(finishSignIn(app, forged, pending)).rejects.toThrow("begun elsewhere");
  const tokens = await finishSignIn(app, back, pending);
  expect(await whoIs(tokens.access_token)).toBe(person.user_id);
  const renewed = await refreshTokens(app, tokens.refresh_token ?? "");
  expect(await whoIs(renewed.access_token)).toBe(person.user_id);
  await expect(refreshTokens(app, "made-up")).rejects.toMatchObject({ type: "invalid_grant" });
});

test("on a device, by a code that the person enters elsewhere", async () => {
  const { person, surfer, app } = await open();
  const tokens = await signInByCode(app, async ({ user_code }: DeviceCode) => {
    await surfer.open("/oauth2/device");
    await surfer.submit({ user_code });
    await surfer.submit({});
    await surfer.submit({ decision: "allow" });
  });
  expect(await whoIs(tokens.access_token)).toBe(person.user_id);
});
