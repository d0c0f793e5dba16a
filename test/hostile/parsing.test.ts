/** Tests requests that cost a parser more than their sender, during the requests of a well-behaved client. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { JOURNEY_MS, serve, useDataDir } from "../journeys/processes.ts";
import { createClient } from "../setup/client.ts";
import { BYSTANDER_P99_MS, startBystander } from "./bystander.ts";

const ada = useDataDir();

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string };

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const json = (path: string, body: unknown, headers = {}): Sent => ({
  path,
  method: "POST",
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const form = (path: string, fields: Record<string, string>): Sent => ({
  path,
  method: "POST",
  headers: FORM_TYPE,
  body: new URLSearchParams(fields).toString(),
});

const MEGABYTE = 1_000_000;
const MARKS = "\u0301\u0316";
const DEEP = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;

/** Each with the statuses of a refusal or of a cheap response. */
const attacks: Record<string, (show: string) => Sent> = {
  "a bearer token of spaces": () => ({
    path: "/v2/explore/lists",
    headers: { authorization: `Bearer x${" ".repeat(15_500)}y` },
  }),
  "combining marks as a login": () =>
    form("/sign-in", { login: MARKS.repeat(3500), password: "x", csrf: "x" }),
  "256 kB of combining marks": (show) => json(show, { title: MARKS.repeat(128_000) }),
  "combining marks as a description": (show) => json(show, { description: MARKS.repeat(128_000) }),
  "nested markup of a megabyte": (show) => json(show, { description_html: "<b>".repeat(345_000) }),
  "nested markup of the accepted size": (show) =>
    json(show, { description_html: "<b>".repeat(66_000) + "</i>".repeat(50_000) }),
  "endless markup": (show) => json(show, { description_html: "<a href='".repeat(40_000) }),
  "a comma list of a megabyte": () =>
    json("/v2/users/me", { content_languages: "x,".repeat(MEGABYTE / 2) }),
  "340,000 language codes": () =>
    json("/v2/users/me", { content_languages: "en,".repeat(340_000) }),
  "a JSON list of a megabyte": () =>
    json("/v2/users/me", { content_languages: Array.from({ length: 240_000 }, () => "x") }),
  "invalid entries everywhere": (show) =>
    json(show, `{"default_breaks":[${"{},".repeat(300_000)}{}]}`),
  "deep JSON": (show) => json(show, DEEP),
  "deep JSON under an Idempotency-Key": (show) => json(show, DEEP, { "idempotency-key": "deep" }),
  "deep JSON in a parameter": (show) => form(show, { default_breaks: "[".repeat(MEGABYTE) }),
  "very many fields": (show) => ({ ...form(show, {}), body: "a&".repeat(MEGABYTE / 2) }),
  "a number of a megabyte": (show) => form(show, { category_id: "7".repeat(MEGABYTE - 100) }),
  "an object with toString": (show) => json(show, { explicit: { toString: 1, valueOf: 1 } }),
};

test("no request delays a well-behaved client", { timeout: JOURNEY_MS * 2 }, async () => {
  const { url, kill, ended } = await serve({ DATA_DIR: ada.dataDir, RATE_LIMIT: "0" });
  const { token } = ada;
  const made = await createClient(url, token).post("/v2/shows", {
    title: "Night Trains",
    language: "en",
  });
  const show = `/v2/shows/${made.response.show.show_id}`;
  const bystander = startBystander(url);
  await bystander.ready;
  for (const [what, attack] of Object.entries(attacks)) {
    const { path, method = "GET", headers = {}, body } = attack(show);
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    expect(answer.status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
    expect(text.length, what).toBeLessThan(20_000);
    await sleep(100);
  }
  const report = await bystander.stop();
  expect(report).toMatchObject({ failures: 0 });
  expect(report.p99_ms).toBeLessThan(BYSTANDER_P99_MS);
  kill("SIGTERM");
  expect((await ended).code).toBe(0);
});
