/** One trace leads from a play to the ledger, sent by OTLP, without anything about the listener. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeStitchable, type StoredMp3, storeMp3 } from "../../../../test/setup/stitching.ts";
import { openWorld } from "../../../../test/setup/world.ts";

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: { key: string; value: unknown }[];
};
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** A collector that keeps what it gets. */
const bodies: string[] = [];
const spans: SentSpan[] = [];
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as Sent;
  bodies.push(JSON.stringify(body));
  for (const { scopeSpans } of body.resourceSpans)
    for (const scope of scopeSpans) spans.push(...scope.spans);
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
afterAll(() => collector.close());

let programme = {} as StoredMp3;
let traced = {} as Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  traced = await openWorld({
    TRUST_PROXY: "loopback",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  programme = await storeMp3(traced, { seconds: 70, kind: "silence" });
});

const LISTENER = {
  traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
  "user-agent": "Overcast/3.0 (traced)",
  "x-forwarded-for": "93.45.10.77",
};

test("a play, its decision, its bytes, the journal and the ledger are one trace", async () => {
  const { deps, baseUrl } = traced;
  const { episode_id } = await makeStitchable(traced, programme);
  const answer = await fetch(`${baseUrl}/v2/episodes/${episode_id}/play`, { headers: LISTENER });
  const { byteLength } = Buffer.from(await answer.arrayBuffer());
  const countedOf = () =>
    deps.db
      .selectFrom("downloads")
      .select("episode_id")
      .where("episode_id", "=", episode_id)
      .execute();
  await expect.poll(async () => (await countedOf()).length, { timeout: 10_000 }).toBe(1);
  // Closing sends what is waiting.
  await traced.close();

  const play = spans.find(({ name }) => name === "play");
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([play?.traceId]));
  const parents = new Map(spans.map((span) => [span.name, nameOf(span.parentSpanId)]));
  expect(Object.fromEntries(parents)).toEqual({
    play: undefined,
    "decide ads": "play",
    "stitch rendition": "play",
    "send audio": "play",
    "wait in journal": "send audio",
    "write to ledger": "send audio",
  });
  const sent = spans.find(({ name }) => name === "send audio")?.attributes ?? [];
  expect(sent.map(({ key }) => key)).toEqual(["longwave.bytes", "http.response.status_code"]);
  expect(JSON.stringify(sent)).toContain(String(byteLength));
  for (const secret of ["Overcast", "93.45.10", "traced)", "aaaaaaaa"])
    expect(bodies.join("\n")).not.toContain(secret);
});

const nameOf = (id: string | undefined): string | undefined =>
  spans.find(({ spanId }) => spanId === id)?.name;
