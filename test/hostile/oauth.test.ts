/** Tests that invalid requests to the authorization server and the forms are refused and never cause a 500. */
import { request } from "node:http";
import { expect, test } from "vitest";
import { createClient } from "../../src/features/people/oauth/actions.ts";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld({ TRUST_PROXY: "true" });
const REDIRECT = "http://localhost:7777/callback";
const FORM = "application/x-www-form-urlencoded";
let address = 0;

/** Uses a new address each time, so that no throttle responds first. */
async function send(method: string, path: string, body: string | null = null, type = FORM) {
  address += 1;
  const headers = {
    "x-forwarded-for": `198.51.${Math.floor(address / 250)}.${address % 250}`,
    ...(body === null ? {} : { "content-type": type }),
  };
  const answer = await fetch(world.baseUrl + path, {
    method,
    headers,
    redirect: "manual",
    ...(body === null ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

const NONSENSE = [
  "",
  "%00",
  "a%00b",
  "%FF%FE",
  "%ED%A0%80",
  "[object Object]",
  "%",
  "𝒳".repeat(500),
];

test("the device page handles requests with and without a session, a token or a code", async () => {
  const bodies = [
    "",
    "xsrf=x",
    "user_code=x",
    "xsrf=x&user_code=BCDF-GHJK&confirm=yes",
    "xsrf=a&xsrf=b",
  ];
  for (const body of [...bodies, ...NONSENSE.map((text) => `xsrf=x&user_code=${text}&abort=yes`)]) {
    for (const type of [FORM, "application/json", "multipart/form-data; boundary=x", "text/plain"])
      expect((await send("POST", "/oauth2/device", body, type)).status, body).toBeLessThan(500);
    expect((await send("GET", `/oauth2/device?${body}`)).status, body).toBeLessThan(500);
  }
  expect((await send("POST", "/oauth2/device")).status).toBeLessThan(500);
  for (const text of ["x", ...NONSENSE.filter((part) => part !== "")])
    expect((await send("GET", `/oauth2/device/${text}`)).status, text).toBeLessThan(500);
  const browser = createSurfer(world.baseUrl);
  for (const user_code of ["\0", "x".repeat(10_000), "ＡＢＣＤ"]) {
    await browser.open("/oauth2/device");
    expect((await browser.submit({ user_code }, "/oauth2/device")).status).toBeLessThan(500);
  }
});

test("every parameter of every endpoint rejects invalid values", async () => {
  const { client_id, client_secret } = await createClient(
    world.deps,
    { name: "App", redirect_uris: [REDIRECT], public: false },
    null,
  );
  const right = { client_id, client_secret: client_secret ?? "", redirect_uri: REDIRECT };
  const named = [
    ...["client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "scope"],
    ...["state", "nonce", "prompt", "max_age", "code_challenge", "code_challenge_method", "claims"],
    ...[
      "grant_type",
      "code",
      "refresh_token",
      "device_code",
      "token",
      "token_type_hint",
      "request",
    ],
    ...["id_token_hint", "login_hint", "ui_locales", "acr_values", "resource", "assertion"],
  ];
  const grants = [
    "authorization_code",
    "refresh_token",
    "urn:ietf:params:oauth:grant-type:device_code",
  ];
  for (const name of named)
    for (const text of NONSENSE) {
      const base = new URLSearchParams({ ...right, response_type: "code", scope: "read" });
      base.delete(name);
      const query = `${base}&${name}=${text}`;
      const asked = await send("GET", `/oauth2/authorize?${query}`);
      expect(asked.status, `authorize ${name}=${text}: ${asked.text}`).toBeLessThan(500);
    }
  for (const grant_type of [...grants, ...NONSENSE])
    for (const name of ["code", "refresh_token", "device_code", "code_verifier", "client_id"])
      for (const text of NONSENSE) {
        const body = `${new URLSearchParams(right)}&grant_type=${grant_type}&${name}=${text}`;
        const answer = await send("POST", "/oauth2/token", body);
        expect(answer.status, `${body}: ${answer.text}`).toBeLessThan(500);
      }
  for (const path of ["/oauth2/introspect", "/oauth2/revoke", "/oauth2/device_authorization"])
    for (const name of ["token", "token_type_hint", "scope", "client_id"])
      for (const text of NONSENSE) {
        const body = `${new URLSearchParams(right)}&${name}=${text}`;
        const answer = await send("POST", path, body);
        expect(answer.status, `${path} ${body}: ${answer.text}`).toBeLessThan(500);
      }
}, 120_000);

test("forms and pages reject invalid requests", async () => {
  for (const path of [
    ...[
      "/sign-in?next=",
      "/sign-in?done=",
      "/reset-password?code=",
      "/search?q=",
      "/tag/",
      "/show/",
    ],
    ...["/user/", "/episode/", "/category/", "/oembed?url=", "/embed?episode_id=", "/?c="],
  ])
    for (const text of NONSENSE)
      expect((await send("GET", path + text)).status, path + text).toBeLessThan(500);
  const { username } = await world.person();
  const browser = createSurfer(world.baseUrl);
  for (const text of ["\0", "a\0b", "\ufffe", "𝒳".repeat(300)]) {
    for (const [page, fields] of [
      ["/sign-in", { login: text, password: text }],
      [
        "/sign-up",
        { username: text, fullname: text, email: `${text}@x`, password: text.repeat(9) },
      ],
      ["/reset-password", { code: text, password: `${text}12345678` }],
    ] as const) {
      await browser.open(page);
      const { status } = await browser.submit({ ...fields });
      expect(status, `${page} ${text}`).toBeLessThan(500);
    }
  }
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  for (const text of ["\0", "\ufffe"])
    for (const [page, fields] of [
      ["/settings", { fullname: text, description: text, location: text, timezone: text }],
      ["/settings/tokens", { name: text, scope: "read", days: "30" }],
      ["/settings/clients", { name: text, redirect_uris: `https://x/${text}`, kind: "public" }],
      ["/settings/password", { present: text, password: `${text}12345678` }],
    ] as const) {
      await browser.open(page);
      const { status } = await browser.submit({ ...fields }, page);
      expect(status, `${page} ${JSON.stringify(text)}`).toBeLessThan(500);
    }
});

/** `fetch` would not send such a host. */
const withHost = (path: string, host: string) =>
  new Promise<number>((resolve, reject) => {
    request(new URL(path, world.baseUrl), { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

test("an invalid host is refused", async () => {
  for (const host of [
    "a b",
    "x:99999",
    "[",
    "a/b",
    "@",
    "..",
    "evil.example#",
    "%00",
    "x".repeat(5000),
  ])
    for (const path of [
      "/.well-known/openid-configuration",
      "/oauth2/device",
      "/sign-in",
      "/v2/search?q=x",
    ])
      expect(await withHost(path, host), `${path} of ${host}`).toBeLessThan(500);
});
