/** Webhooks as records: created, listed, changed, deleted, each by its owner alone, and their secrets. */
import { expect, test } from "vitest";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ OUTBOUND_PRIVATE: "10.0.0.0/8" });
const URL_ = "https://hooks.example/longwave";

test("a webhook is created, listed, changed and deleted by its owner", async () => {
  const [ada, eve] = [await world.person(), await world.person()];
  const { status, response } = await ada.api.post("/v2/webhooks", { url: URL_ });
  expect(status).toBe(200);
  const { webhook_id } = response.webhook;
  const made = {
    webhook_id,
    url: URL_,
    types: [],
    format: "STANDARD",
    status: "ENABLED",
    reason: null,
    failing_since: null,
    previous_secret_until: null,
  };
  expect(response.webhook).toMatchObject(made);
  expect(response.webhook).not.toHaveProperty("nonce");
  const path = `/v2/webhooks/${webhook_id}`;
  expect((await ada.api.get("/v2/webhooks")).response.items).toMatchObject([made]);
  expect((await eve.api.get("/v2/webhooks")).response.items).toEqual([]);
  for (const refused of [
    await eve.api.get(path),
    await eve.api.post(path, { status: "DISABLED" }),
    await eve.api.delete(path),
    await eve.api.get(`${path}/secret`),
    await eve.api.post(`${path}/rotate-secret`),
  ])
    expect(refused.error.type).toBe("webhook-not-found");
  const changed = await ada.api.post(path, {
    url: "https://other.example",
    types: "episode.published,show.updated",
    format: "DISCORD",
    status: "DISABLED",
  });
  expect(changed.response.webhook).toMatchObject({
    url: "https://other.example",
    types: ["episode.published", "show.updated"],
    signature: "v1",
    public_key: null,
    format: "DISCORD",
    status: "DISABLED",
    reason: "OWNER",
  });
  const again = await ada.api.post(path, { status: "ENABLED", types: "" });
  expect(again.response.webhook).toMatchObject({ status: "ENABLED", reason: null, types: [] });
  expect((await ada.api.delete(path)).status).toBe(200);
  expect((await ada.api.get(path)).status).toBe(404);
});

test.each([
  ["url", { url: "ftp://hooks.example" }],
  ["url", { url: "https://ada:secret@hooks.example" }],
  ["url", { url: "http://127.0.0.1/" }],
  ["url", { url: "http://[::1]:8080/" }],
  ["url", { url: "http://2130706433/" }],
  ["url", {}],
  ["types", { url: URL_, types: "episode.published,episode.heard" }],
  ["signature", { url: URL_, signature: "v2" }],
  ["format", { url: URL_, format: "TEAMS" }],
])("a wrong %s is refused: %j", async (field, body) => {
  const ada = await world.person();
  const { status, error } = await ada.api.post("/v2/webhooks", body);
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {}).map((name) => name.replace(/\W.*$/, ""))).toEqual([field]);
  const { response } = await ada.api.post("/v2/webhooks", { url: URL_ });
  if ("url" in body && field === "url") {
    const late = await ada.api.post(`/v2/webhooks/${response.webhook.webhook_id}`, body);
    expect(Object.keys(late.error.fields ?? {})).toEqual(["url"]);
  }
});

test("an address in a network of the operator is accepted", async () => {
  const ada = await world.person();
  expect((await ada.api.post("/v2/webhooks", { url: "http://10.1.2.3:8080/" })).status).toBe(200);
});

test("a user has at most 20 webhooks, also if they are created at the same time", async () => {
  const ada = await world.person();
  const made = await Promise.all(
    Array.from({ length: 25 }, () => ada.api.post("/v2/webhooks", { url: URL_ })),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = made.filter(({ status }) => status !== 200).map(({ error }) => error.type);
  expect(refused).toEqual(Array.from({ length: 5 }, () => "too-many-webhooks"));
});

test("secrets are derived: each webhook has its own, none is stored, and rotation replaces it", async () => {
  const ada = await world.person();
  const create = async () =>
    (await ada.api.post("/v2/webhooks", { url: URL_ })).response.webhook.webhook_id;
  const [one, other] = [await create(), await create()];
  const secretOf = async (id: number): Promise<string> =>
    (await ada.api.get(`/v2/webhooks/${id}/secret`)).response.secret;
  const secret = await secretOf(one);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await secretOf(one)).toBe(secret);
  expect(await secretOf(other)).not.toBe(secret);
  const now = new Date("2026-11-01T10:00:00Z");
  world.setTime(now);
  try {
    const { response } = await ada.api.post(`/v2/webhooks/${one}/rotate-secret`);
    expect(response.webhook.previous_secret_until).toBe("2026-11-02 10:00:00");
    world.setTime(new Date(now.getTime() + 25 * 3_600_000));
    const later = await ada.api.get(`/v2/webhooks/${one}`);
    expect(later.response.webhook.previous_secret_until).toBeNull();
  } finally {
    world.setTime(null);
  }
  expect(await secretOf(one)).not.toBe(secret);
  const { rows } = await world.deps.pool.query<{ text: string }>(
    "select to_jsonb(w)::text as text from webhooks w",
  );
  const bytes = Buffer.from(secret.slice("whsec_".length), "base64");
  for (const { text } of rows)
    for (const form of ["hex", "base64"] as const) expect(text).not.toContain(bytes.toString(form));
});

test("a webhook with a private key shows its public key and no secret, and keeps neither", async () => {
  const ada = await world.person();
  const create = async () =>
    (await ada.api.post("/v2/webhooks", { url: URL_, signature: "v1a" })).response.webhook;
  const [one, other] = [await create(), await create()];
  const path = `/v2/webhooks/${one.webhook_id}`;
  expect(one).toMatchObject({ signature: "v1a", public_key: expect.stringMatching(PUBLIC_KEY) });
  expect(other.public_key).not.toBe(one.public_key);
  expect((await ada.api.get(path)).response.webhook).toEqual(one);
  expect((await ada.api.get("/v2/webhooks")).response.items).toContainEqual(one);
  const secret = await ada.api.get(`${path}/secret`);
  expect([secret.status, secret.error.type]).toEqual([409, "webhook-without-secret"]);
  const changed = await ada.api.post(path, { signature: "v1", format: "SLACK" });
  expect(changed.response.webhook).toMatchObject({ signature: "v1a", public_key: one.public_key });
  const rotated = (await ada.api.post(`${path}/rotate-secret`)).response.webhook;
  expect(rotated.public_key).toMatch(PUBLIC_KEY);
  expect(rotated.public_key).not.toBe(one.public_key);
  expect(rotated.previous_secret_until).not.toBeNull();
  const { rows } = await world.deps.pool.query<{ text: string }>(
    "select to_jsonb(w)::text as text from webhooks w",
  );
  const bytes = Buffer.from(rotated.public_key.slice("whpk_".length), "base64");
  for (const { text } of rows) expect(text).not.toContain(bytes.toString("hex"));
});

const PUBLIC_KEY = /^whpk_[A-Za-z0-9+/]{43}=$/;

test("a change can depend on what was read", async () => {
  const ada = await world.person();
  const { response, headers } = await ada.api.post("/v2/webhooks", { url: URL_ });
  const path = `/v2/webhooks/${response.webhook.webhook_id}`;
  const etag = headers.get("etag") ?? "";
  const change = (ifMatch: string) =>
    ada.api.send("POST", path, { format: "SLACK" }, { headers: { "if-match": ifMatch } });
  expect((await change(etag)).status).toBe(200);
  expect((await change(etag)).error.type).toBe("stale-record");
});
