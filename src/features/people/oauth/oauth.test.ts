/** OAuth as external clients use it: with an unmodified `openid-client`, and over the raw protocol. */
import * as oauth from "openid-client";
import { beforeAll, expect, test } from "vitest";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { createClient } from "./actions.ts";
import { rotateKeys } from "./keys.ts";

const world = useWorld();
const REDIRECT = "http://localhost:7777/callback";
let ada: Person;

beforeAll(async () => {
  ada = await world.person();
});

const clientApp = (isPublic = false, redirect_uris = [REDIRECT]) =>
  createClient(world.deps, { name: "Test app", redirect_uris, public: isPublic }, null);

async function discover({
  client_id,
  client_secret,
}: {
  client_id: string;
  client_secret: string | null;
}) {
  const auth = client_secret === null ? oauth.None() : oauth.ClientSecretPost(client_secret);
  return oauth.discovery(new URL(world.baseUrl), client_id, undefined, auth, {
    algorithm: "oauth2",
    execute: [oauth.allowInsecureRequests],
  });
}

async function signedIn(person = ada): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: person.username, password: "correct horse" });
  return surfer;
}

/** Completes the consent in a browser and returns the URL to which the app is redirected. */
async function consent(surfer: Surfer, start: URL, decision = "allow"): Promise<URL> {
  let sight = await surfer.open(start.href);
  if (sight.status === 200) {
    // Another app could have the same name: the page says where it leads.
    const { host } = new URL(REDIRECT);
    expect(sight.text).toContain(`Afterwards you go back to <strong>${host}</strong>`);
    sight = await surfer.submit({ decision });
  }
  return sight.url;
}

async function codeFlow(config: oauth.Configuration, scope = "basic") {
  const verifier = oauth.randomPKCECodeVerifier();
  const start = oauth.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state: "s t/ate",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const back = await consent(await signedIn(), start);
  const checks = { pkceCodeVerifier: verifier, expectedState: "s t/ate" };
  return { back, tokens: await oauth.authorizationCodeGrant(config, back, checks) };
}

const whoami = (token: string) =>
  world.api.get("/v2/me", { headers: { authorization: `Bearer ${token}` } });

test("an unmodified client completes code + PKCE, refresh and revocation", async () => {
  const config = await discover(await clientApp(true));
  const { tokens } = await codeFlow(config);
  expect(tokens.expires_in).toBe(86_400);
  expect((await whoami(tokens.access_token)).response.user.user_id).toBe(ada.user_id);
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect((await whoami(renewed.access_token)).status).toBe(200);
  await oauth.tokenRevocation(config, renewed.access_token);
  world.setTime(new Date(Date.now() + 2000));
  expect((await whoami(renewed.access_token)).status).toBe(401);
  world.setTime(null);
});

test("reuse of a refresh token revokes its whole family", async () => {
  const config = await discover(await clientApp());
  const { tokens } = await codeFlow(config);
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
  await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toThrow();
  await expect(oauth.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toThrow();
  world.setTime(new Date(Date.now() + 2000));
  expect((await whoami(renewed.access_token)).status).toBe(401);
  world.setTime(null);
});

test("an app gets no token while the account is suspended, and goes on afterwards", async () => {
  const admin = await world.person({ admin: true });
  const suspension = `/v2/admin/users/${ada.user_id}/suspension`;
  const config = await discover(await clientApp());
  const { tokens } = await codeFlow(config);
  await admin.api.put(suspension, { reason: "Advertising in messages." });
  await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toThrow();
  await admin.api.delete(suspension);
  const renewed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect((await whoami(renewed.access_token)).status).toBe(200);
});

test("a code works once", async () => {
  const config = await discover(await clientApp());
  const { back } = await codeFlow(config);
  await expect(
    oauth.authorizationCodeGrant(config, back, { expectedState: "s t/ate" }),
  ).rejects.toThrow();
});

test("a code expires after a minute", async () => {
  const app = await clientApp();
  const start = `${world.baseUrl}/oauth2/authorize?response_type=code&client_id=${app.client_id}&redirect_uri=${encodeURIComponent(REDIRECT)}&scope=basic`;
  const back = await consent(await signedIn(), new URL(start));
  world.setTime(new Date(Date.now() + 61_000));
  const { status, error } = await exchange(app, back.searchParams.get("code") ?? "");
  world.setTime(null);
  expect([status, error]).toEqual([400, "invalid_grant"]);
});

type TokenAnswer = { error?: string; access_token?: string };

async function exchange(
  app: { client_id: string; client_secret: string | null },
  code: string,
  multipart = false,
) {
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT,
    client_id: app.client_id,
    client_secret: app.client_secret ?? "",
  };
  const body = multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(`${world.baseUrl}/oauth2/token`, { method: "POST", body });
  return { status: answer.status, ...((await answer.json()) as TokenAnswer) };
}

test("existing clients work: no scope, no PKCE, secret in a multipart body, plain responses", async () => {
  const app = await clientApp();
  const start = `${world.baseUrl}/oauth2/authorize?response_type=code&client_id=${app.client_id}&redirect_uri=${encodeURIComponent(REDIRECT)}&state=x`;
  const back = await consent(await signedIn(), new URL(start));
  const answer = await exchange(app, back.searchParams.get("code") ?? "", true);
  expect(answer.status).toBe(200);
  expect(answer).toMatchObject({ token_type: "Bearer", scope: "basic" });
  expect((await whoami(answer.access_token ?? "")).status).toBe(200);
});

test("a wrong redirect URI never redirects", async () => {
  const app = await clientApp();
  const start = `${world.baseUrl}/oauth2/authorize?response_type=code&client_id=${app.client_id}&redirect_uri=${encodeURIComponent("http://localhost:7777/evil")}`;
  const sight = await (await signedIn()).open(start);
  expect(sight.status).toBe(400);
  expect(sight.headers.get("location")).toBeNull();
  expect(sight.text).toContain("redirect_uri");
});

test("the implicit response type is rejected with the standard error", async () => {
  const app = await clientApp();
  const start = `${world.baseUrl}/oauth2/authorize?response_type=token&client_id=${app.client_id}&redirect_uri=${encodeURIComponent(REDIRECT)}`;
  const sight = await (await signedIn()).open(start);
  const told = new URLSearchParams(sight.url.search || sight.url.hash.slice(1));
  expect(told.get("error")).toBe("unsupported_response_type");
});

test("public apps must use PKCE", async () => {
  const app = await clientApp(true);
  const start = `${world.baseUrl}/oauth2/authorize?response_type=code&client_id=${app.client_id}&redirect_uri=${encodeURIComponent(REDIRECT)}`;
  const sight = await (await signedIn()).open(start);
  expect(sight.url.searchParams.get("error")).toBe("invalid_request");
});

test("denying consent redirects to the app without a code", async () => {
  const app = await clientApp();
  const start = `${world.baseUrl}/oauth2/authorize?response_type=code&client_id=${app.client_id}&redirect_uri=${encodeURIComponent(REDIRECT)}&state=x`;
  const back = await consent(await signedIn(), new URL(start), "refuse");
  expect(back.searchParams.get("error")).toBe("access_denied");
});

test("a device is connected by its code", async () => {
  const config = await discover(await clientApp(true));
  const device = await oauth.initiateDeviceAuthorization(config, { scope: "read" });
  const surfer = await signedIn();
  await surfer.open(device.verification_uri);
  const shown = await surfer.submit({ user_code: device.user_code });
  expect(shown.text).toContain(device.user_code);
  const asked = await surfer.submit({});
  expect(asked.text).toContain("Allow Test app?");
  expect((await surfer.submit({ decision: "allow" })).text).toContain("Connected");
  const tokens = await oauth.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });
  expect((await whoami(tokens.access_token)).response.user.user_id).toBe(ada.user_id);
});

test("introspection describes a token to the confidential client that holds it, and to nobody else", async () => {
  const config = await discover(await clientApp());
  const { tokens } = await codeFlow(config, "read publish");
  const seen = await oauth.tokenIntrospection(config, tokens.access_token);
  expect(seen).toMatchObject({ active: true, scope: "read publish", sub: String(ada.user_id) });
  expect((await oauth.tokenIntrospection(config, "nonsense")).active).toBe(false);
  const other = await discover(await clientApp());
  expect(await oauth.tokenIntrospection(other, tokens.access_token)).toEqual({ active: false });
  await oauth.tokenRevocation(other, tokens.access_token).catch(() => {});
  world.setTime(new Date(Date.now() + 2000));
  expect((await whoami(tokens.access_token)).status).toBe(200);
  world.setTime(null);
});

test("no secret that a caller presents is stored", async () => {
  const config = await discover(await clientApp());
  const { tokens } = await codeFlow(config);
  const rows = await world.deps.db.selectFrom("oauth_records").selectAll().execute();
  const stored = JSON.stringify(rows.map(({ payload, kind, uid }) => ({ payload, kind, uid })));
  expect(stored).not.toContain(tokens.access_token);
  expect(stored).not.toContain(tokens.refresh_token);
});

test("sessions and tokens survive a key rotation", async () => {
  const config = await discover(await clientApp());
  const { tokens } = await codeFlow(config);
  await rotateKeys(world.deps);
  world.setTime(new Date(Date.now() + 61_000));
  await expect(oauth.refreshTokenGrant(config, tokens.refresh_token ?? "")).resolves.toHaveProperty(
    "access_token",
  );
  world.setTime(null);
});

test("users can end their own apps and connections only", async () => {
  const surfer = await signedIn();
  await surfer.open("/settings/clients");
  expect(
    (
      await surfer.submit(
        { name: "My app", redirect_uris: "javascript:alert(1)", kind: "public" },
        "/settings/clients",
      )
    ).status,
  ).toBe(400);
  const made = await surfer.submit(
    { name: "My app", redirect_uris: REDIRECT, kind: "confidential" },
    "/settings/clients",
  );
  expect(made.text).toContain("will not be shown again");
  expect((await surfer.open("/settings/clients")).text).toContain("My app");
  const app = await clientApp();
  const { tokens } = await codeFlow(await discover(app));
  const asked = await surfer.open(`/settings/apps/${app.client_id}/disconnect`);
  expect(asked.text).toMatch(/<h1>Disconnect .+\?<\/h1>/);
  expect((await whoami(tokens.access_token)).status).toBe(200);
  const ended = await surfer.submit({}, `/settings/apps/${app.client_id}/disconnect`);
  expect(ended.text).toContain("App disconnected.");
  world.setTime(new Date(Date.now() + 2000));
  expect((await whoami(tokens.access_token)).status).toBe(401);
  world.setTime(null);
  const { text } = await surfer.open("/settings/clients");
  const path = /"(\/settings\/clients\/\w+\/delete)">Delete<span class="hidden"> My app/.exec(
    text,
  )?.[1];
  const question = await surfer.open(path ?? "");
  expect(question.text).toContain("<h1>Delete “My app”?</h1>");
  const deleted = await surfer.submit({}, path);
  expect(deleted.text).toContain("App deleted.");
  expect(deleted.text).not.toContain("My app");
});
