/** Invents when each episode is heard: launches that fade, a catalogue, weekends, growth, and now and then a mention. */
import type { MadeEpisode } from "../publishing.ts";
import type { Random } from "../random.ts";
import { DAY_MS, type World } from "../world.ts";

/** How popular the shows are, in their order. */
const POPULARITY = [10, 6.5, 5, 3.5, 4.5, 3, 4, 5.5, 6, 4.2, 5, 3.8];
/** From Sunday on. */
const WEEK = [0.78, 1.12, 1.15, 1.12, 1.06, 1, 0.77];
/** From midnight on, local time: the way to work, lunch, the way home, bed. */
export const HOURS = [
  3, 2, 1, 1, 1, 3, 9, 16, 17, 11, 8, 8, 10, 9, 8, 8, 10, 14, 15, 12, 10, 10, 9, 6,
];

/** Downloads of an episode on a day. */
export type Demand = Readonly<{ episode: MadeEpisode; day: number; count: number }>;

/** Days are numbered from the first one (0) to today. */
export function planDemand(world: World, episodes: readonly MadeEpisode[]): Demand[] {
  const { days, downloads } = world.scale;
  const random = world.random("demand");
  const audible = episodes.filter(({ state }) => state === "published" || state === "hidden");
  const shows = [...new Set(episodes.map(({ show_id }) => show_id))].toSorted((a, b) => a - b);
  const hits = new Map(audible.map(({ episode_id }) => [episode_id, hit(random)]));
  const raw = audible.flatMap((episode) =>
    Array.from({ length: days + 1 }, (_, day): Demand => {
      const start = firstDay(world) + day * DAY_MS;
      const age = (start + DAY_MS - episode.at.getTime()) / DAY_MS;
      if (age <= 0) return { episode, day, count: 0 };
      const growth = 0.7 + (0.75 * day) / days;
      const weekday = WEEK[new Date(start).getUTCDay()] ?? 1;
      const popular = POPULARITY[shows.indexOf(episode.show_id)] ?? 3;
      const noise = random.between(0.8, 1.25);
      const fame = hits.get(episode.episode_id) ?? 1;
      return { episode, day, count: popular * growth * weekday * noise * fame * interest(age) };
    }),
  );
  mention(raw, random, days);
  const total = raw.reduce((sum, { count }) => sum + count, 0);
  const factor = (days * downloads) / Math.max(total, 1e-9);
  return raw
    .map((demand) => ({ ...demand, count: Math.floor(demand.count * factor + random.next()) }))
    .filter(({ count }) => count > 0);
}

/** Midnight before the first day. */
export const firstDay = ({ now, scale }: Pick<World, "now" | "scale">): number =>
  Math.floor(now.getTime() / DAY_MS) * DAY_MS - scale.days * DAY_MS;

/** How much is heard at an age in days: most on the first two, a tail for two weeks, then the catalogue. */
const interest = (age: number): number =>
  1.6 * Math.exp(-age / 1.2) + 0.22 * Math.exp(-age / 7) + 0.02;

const hit = (random: Random): number => 0.6 + random.next() ** 3 * 1.8;

/** Somebody with many followers recommends an older episode: for three days everybody listens to it. */
function mention(all: Demand[], random: Random, days: number): void {
  for (const share of [0.35, 0.72]) {
    const day = Math.round(days * share);
    const there = all.filter((demand) => demand.day === day && demand.count > 0);
    if (there.length === 0) continue;
    const { episode } = random.pick(there);
    for (const [at, demand] of all.entries()) {
      const since = demand.day - day;
      if (demand.episode === episode && since >= 0 && since < 4)
        all[at] = { ...demand, count: demand.count + 18 * 0.55 ** since };
    }
  }
}
