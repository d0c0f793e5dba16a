/** A ticket ties a line of an edge's log to the listener who was redirected, and to nobody else. */
import { expect, test } from "vitest";
import { AGENT, type Audio, lineOf, useEdgeLogs } from "../../../../test/setup/edgelogs.ts";
import { makeAd, makeStitchable, storeMp3 } from "../../../../test/setup/stitching.ts";
import { openListeners } from "../counting/listeners/listeners.ts";

const { world, write, importAll } = useEdgeLogs({
  CDN_URL: "https://cdn.example.org",
  CDN_SECRET: "between us edges only",
});

const FOUR = "93.45.10.1";
const SIX = "2a02:810d:1::7";

/** The address at the edge to which a listener is led, and the size of the audio. */
async function lead(episode_id: number, address = FOUR): Promise<Audio> {
  const answer = await fetch(`${world.baseUrl}/v2/episodes/${episode_id}/play`, {
    redirect: "manual",
    headers: { "user-agent": AGENT, "x-forwarded-for": address },
  });
  const { pathname, search } = new URL(answer.headers.get("location") ?? "");
  const target = pathname + search;
  const head = await fetch(world.baseUrl + target, { method: "HEAD" });
  return { episode_id, target, bytes: Number(head.headers.get("content-length")) };
}

const line = (audio: Audio, address: string, fields: object = {}) =>
  lineOf(audio, address, { target: audio.target, ...fields });

/** Counts lines; returns the listeners of all downloads of the episode so far. */
async function count(audio: Audio, lines: readonly string[]): Promise<string[]> {
  const file = await write(`${performance.now()}.log`, lines.join(""));
  expect(await importAll([file])).toEqual({ counted: lines.length });
  const rows = await world.deps.db
    .selectFrom("downloads")
    .select("listener")
    .where("episode_id", "=", audio.episode_id)
    .execute();
  return rows.map(({ listener }) => listener.toString("hex")).toSorted();
}

async function keyOf(address: string, user_agent = AGENT): Promise<string> {
  const listeners = await openListeners(world.deps);
  const key = listeners.keyOf({ address, user_agent }, world.deps.clock());
  listeners.close();
  return key.toString("hex");
}

const keysOf = async (...addresses: readonly string[]) =>
  (await Promise.all(addresses.map((address) => keyOf(address)))).toSorted();

test("a listener who reaches the edge by IPv6 is the one who was redirected by IPv4", async () => {
  const programme = await storeMp3(world, { seconds: 100, kind: "silence" });
  const made = await makeStitchable(world, programme);
  await world.deps.db
    .updateTable("lineitems")
    .set({ approved_at: new Date() })
    .where("lineitem_id", "=", (await makeAd(world, made.team_id, programme)).lineitem_id)
    .execute();
  const audio = await lead(made.episode_id);
  expect(await count(audio, [line(audio, SIX), line(audio, FOUR)])).toEqual(await keysOf(FOUR));
  // So is whoever hears the ad.
  const impressions = await world.deps.db
    .selectFrom("impressions")
    .select("listener")
    .where("episode_id", "=", made.episode_id)
    .execute();
  expect(impressions.length).toBeGreaterThan(0);
  expect(new Set(impressions.map(({ listener }) => listener.toString("hex")))).toEqual(
    new Set(await keysOf(FOUR)),
  );
  const open = await world.deps.db
    .selectFrom("reservations")
    .select("listener")
    .where("digest", "=", Buffer.from(audio.target.slice(9, 73), "hex"))
    .execute();
  expect(open).toEqual([]);
  // The other way round.
  const six = await lead(made.episode_id, SIX);
  const other = "93.45.99.9";
  expect(await count(six, [line(six, other)])).toEqual(await keysOf(FOUR, SIX));
});

test("without a valid ticket, or for others, a line counts for its own address", async () => {
  const programme = await storeMp3(world, { seconds: 90, kind: "silence" });
  const { episode_id } = await makeStitchable(world, programme);
  const elsewhere = await makeStitchable(world, programme);
  const audio = await lead(episode_id);
  const foreign = await lead(elsewhere.episode_id);
  const bare = audio.target.replace(/&ticket=.*/, "");
  const ticket = foreign.target.split("ticket=")[1];
  const yesterday = { time: String((Date.now() - 86_400_000) / 1000) };
  const counted = await count(audio, [
    // Somebody else with the same link and the same kind of address.
    line(audio, "93.45.10.2"),
    line(audio, "2a02:810d:2::7", { target: bare }),
    line(audio, "2a02:810d:3::7", { target: `${bare}&ticket=${ticket}` }),
    line(audio, "2a02:810d:4::7", { target: `${audio.target.slice(0, -1)}!` }),
    line(audio, "2a02:810d:5::7", yesterday),
    line(audio, "2a02:810d:6::7", { user_agent: "AntennaPod/3.5.0" }),
  ]);
  const own = ["93.45.10.2", ...[2, 3, 4, 5].map((at) => `2a02:810d:${at}::7`)];
  const app = await keyOf("2a02:810d:6::7", "AntennaPod/3.5.0");
  expect(counted).toEqual([...(await keysOf(...own)), app].toSorted());
});
