/** Tests that a server logs no secrets while people sign in, fail, and meet errors. */
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { buildApp } from "../../src/app/build.ts";
import { allJobs } from "../../src/app/jobs.ts";
import { createClient as createApp } from "../../src/features/people/oauth/actions.ts";
import { createLog } from "../../src/platform/log.ts";
import { createClient } from "../setup/client.ts";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();

test("no password, token, code, cookie, key, query or address is logged", async () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  const deps = { ...world.deps, log };
  const app = await buildApp(deps);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const person = await world.person();
  const secrets = ["correct horse", person.token, `${person.username}@example.org`];
  const browser = createSurfer(baseUrl, { "user-agent": "s3cret-agent" });
  await browser.open("/sign-in?next=/s3cret-next");
  await browser.submit({ login: person.username, password: "correct horse" });
  await browser.open("/sign-in");
  await browser.submit({ login: person.username, password: "s3cret-wrong" });
  await browser.open("/reset-password?code=s3cret-code");
  await browser.submit({ code: "s3cret-code", password: "s3cret-new" });
  await browser.open("/settings/tokens");
  const made = await browser.submit({ name: "x", scope: "read", days: "30" }, "/settings/tokens");
  secrets.push(/class="secret">([^<]+)</.exec(made.text)?.[1] ?? "");
  const redirect_uris = ["http://localhost:7777/callback"];
  const oauth = await createApp(deps, { name: "App", redirect_uris, public: false }, null);
  secrets.push(oauth.client_secret ?? "");
  const api = createClient(baseUrl, person.token);
  await api.get(`/v2/me?oauth2_access_token=${person.token}`);
  await api.get("/v2/search?type=shows&q=s3cret-search");
  await api.get("/show/1?key=s3cret-key");
  await createClient(baseUrl, "lw_s3cret-token").get("/v2/me");
  const basic = Buffer.from(`${oauth.client_id}:s3cret-client`).toString("base64");
  await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code: "s3cret-grant" }),
  });
  const private_feed = "http://ada:s3cret-feed@127.0.0.1:9/s3cret-path.xml?auth=s3cret-query";
  await api.post("/v2/imports", { feed_url: private_feed });
  const { rows } = await deps.pool.query<{ payload: object; identifier: string }>(
    "select t.identifier, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id",
  );
  const jobs = allJobs(deps);
  for (const { identifier, payload } of rows)
    await jobs
      .find(({ name }) => name === identifier)
      ?.run(payload, { last: true })
      .catch((error: unknown) => log.error({ error }, "a job failed"));
  await app.close();
  const text = lines.join("");
  expect(lines.length).toBeGreaterThan(15);
  expect(text.match(/s3cret[\w-]*/g) ?? []).toEqual([]);
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
});
