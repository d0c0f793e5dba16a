/** Lets the invented listeners listen: writes their requests to the journal, from which they are counted as ever. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { openDecisionLog } from "../../features/advertising/adserving/insight/decisionlog.ts";
import type { DeliveryRecord } from "../../features/listening/renditions/requests/schema.ts";
import type { RequestRecorder } from "../../features/measurement/counting/schema.ts";
import type { Booked } from "../advertising/booking.ts";
import { SHOWS } from "../content/shows.ts";
import type { MadeEpisode } from "../publishing.ts";
import type { Random } from "../random.ts";
import { DAY_MS, type World } from "../world.ts";
import { chooseItems, runningFor } from "./adrotation.ts";
import { findAddresses, type Listener, makeAudience, offsetOf } from "./audience.ts";
import { openRenditions, type Script } from "./renditions.ts";
import { requestsOf, strayRequests } from "./requests.ts";
import { type Demand, firstDay, HOURS, planDemand } from "./traffic.ts";

/** Ad requests of these days are kept for forecasts, as long as the server keeps them. */
const SAMPLED_DAYS = 28;
/** Listeners of a show for each daily download of the network, and the share of them that is there on the first day. */
const LISTENERS_PER_DOWNLOAD = 1.4;
const FIRST_LISTENERS = 0.45;
const HOUR_MS = 3_600_000;

export type Studio = Readonly<{ script: Script; recorder: RequestRecorder }>;

/** All days, one after the other. */
export async function listen(
  world: World,
  { script, recorder }: Studio,
  episodes: readonly MadeEpisode[],
  items: readonly Booked[],
): Promise<void> {
  const addresses = findAddresses(recorder.classify, world.random("addresses"));
  const count = Math.max(40, Math.round(world.scale.downloads * LISTENERS_PER_DOWNLOAD));
  const audiences = new Map(
    SHOWS.map(({ key, language }) => [
      key,
      makeAudience(language, key, count, addresses, world.random("audience", key)),
    ]),
  );
  const renditionOf = openRenditions(world, script, addresses.get("GB") ?? []);
  const decisions = openDecisionLog({ ...world.deps, clock: world.deps.clock });
  const byDay = Map.groupBy(planDemand(world, episodes), ({ day }) => day);
  for (let day = 0; day <= world.scale.days; day += 1) {
    const random = world.random("day", day);
    for (const demand of byDay.get(day) ?? [])
      await hear(world, { recorder, renditionOf, decisions, audiences, items, random }, demand);
    await flushDecisions(world, decisions, day);
    if (day % 15 === 14) world.progress(`  day ${day + 1} of ${world.scale.days}`);
  }
  await decisions.close();
  await recorder.drain();
}

type Log = ReturnType<typeof openDecisionLog>;

/** Decisions are recorded for the hour of the clock. */
async function flushDecisions(world: World, decisions: Log, day: number) {
  if (world.scale.days - day > SAMPLED_DAYS) return;
  const noon = firstDay(world) + day * DAY_MS + 12 * HOUR_MS;
  world.setTime(new Date(Math.min(noon, world.now.getTime())));
  await decisions.flush();
  world.setTime(null);
}

type Ear = Readonly<{
  recorder: RequestRecorder;
  renditionOf: ReturnType<typeof openRenditions>;
  decisions: Log;
  audiences: ReadonlyMap<string, readonly Listener[]>;
  items: readonly Booked[];
  random: Random;
}>;

async function hear(world: World, ear: Ear, { episode, day, count }: Demand): Promise<void> {
  const { recorder, audiences, random } = ear;
  const all = audiences.get(episode.show.key) ?? [];
  const share = FIRST_LISTENERS + ((1 - FIRST_LISTENERS) * day) / world.scale.days;
  const audience = all.slice(0, Math.ceil(all.length * share));
  for (const listener of random.some(audience, count)) {
    const at = momentOf(world, episode, day, listener, random);
    if (at === null) continue;
    const heard = await renditionFor(world, ear, episode, listener, at);
    const records: DeliveryRecord[] = [
      ...requestsOf({ episode, listener, heard, at }, random),
      ...strayRequests({ episode, listener, heard, at }, random),
    ];
    for (const record of records) recorder.note(record);
  }
  await nextTurn();
}

/** When the listener asks; null: after now, or before the episode was there. */
function momentOf(
  world: World,
  episode: MadeEpisode,
  day: number,
  listener: Listener,
  random: Random,
): number | null {
  const start = firstDay(world) + day * DAY_MS;
  const published = episode.at.getTime();
  const fresh = published >= start && published < start + DAY_MS;
  const at = fresh
    ? published - Math.log(1 - random.next()) * (listener.streams ? 7 : 3) * HOUR_MS
    : start + (((hourOf(random) - offsetOf(listener.country) + 24) % 24) + random.next()) * HOUR_MS;
  const late = Math.min(start + DAY_MS - 1, at);
  return late < world.now.getTime() - 120_000 && late > published ? Math.floor(late) : null;
}

function hourOf(random: Random): number {
  let left = random.next() * HOURS.reduce((sum, share) => sum + share, 0);
  return HOURS.findIndex((share) => {
    left -= share;
    return left < 0;
  });
}

/** Fresh episodes change their ads weekly, older ones monthly. */
async function renditionFor(
  world: World,
  ear: Ear,
  episode: MadeEpisode,
  listener: Listener,
  at: number,
) {
  const { items, renditionOf, decisions } = ear;
  const day = Math.floor((at - world.now.getTime()) / DAY_MS);
  const { show_id, show } = episode;
  const running = runningFor(items, {
    show_id,
    language: show.language,
    country: listener.country,
    day,
    at: new Date(at),
  });
  const fresh = at - episode.at.getTime() < 10 * DAY_MS;
  const period = Math.floor(day / (fresh ? 5 : 30));
  const names = running.map(({ lineitem_id }) => lineitem_id).join();
  const chosen = chooseItems(running, world.random("ads", episode.episode_id, period, names));
  const heard = await renditionOf(episode, chosen, new Date(at));
  if (heard.request !== null && -day <= SAMPLED_DAYS) {
    const { country, device, os, app } = ear.recorder.classify(
      listener.user_agent,
      listener.address,
      null,
    );
    decisions.see({ ...heard.request, at: new Date(at), country, device, os, app });
    for (const item of running) {
      const won = heard.lineitem_ids.has(item.lineitem_id);
      decisions.note(item.lineitem_id, won ? "won" : reasonAgainst(item), 1);
    }
  }
  return heard;
}

/** Why a line item that could have run did not. */
const reasonAgainst = ({ state, positions }: Booked) =>
  state === "behind" ? "outbid" : positions?.length === 1 ? "position" : "throttled";
