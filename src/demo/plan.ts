/** Plans which episodes each show has, when they are published, and in which state they are. */
import type { ShowText } from "./content/schema.ts";
import { SHOWS } from "./content/shows.ts";
import type { Random } from "./random.ts";
import { hasFeature, hasLong, type Length, type Needed } from "./recordings.ts";
import { DAY_MS, type World } from "./world.ts";

type State =
  | "published"
  | "hidden"
  | "limited"
  | "private"
  | "scheduled"
  | "draft"
  | "error"
  | "waiting";

export type Planned = Readonly<{
  show: ShowText;
  index: number;
  state: State;
  /** When it was or will be published. */
  at: Date;
  recording: Needed;
  kind: "FULL" | "TRAILER" | "BONUS";
  season_number: number | null;
  episode_number: number | null;
  /** Whether it has a picture of its own. */
  picture: boolean;
}>;

/** Episodes that are not simply published, by show and index. */
const SPECIAL: Readonly<Record<string, State>> = {
  "slow-mathematics 7": "hidden",
  "le-bruit-des-choses 9": "hidden",
  "the-kitchen-ledger 12": "limited",
  "sobremesa-larga 12": "limited",
  "la-riva-opposta 10": "private",
  "nachtzug-nach-irgendwo 20": "private",
  "signal-to-soil 24": "error",
  "kleine-maschinen 24": "waiting",
};

/** Shows that have something in preparation: the last episode is a draft, the one before is scheduled. */
const LEAST_FOR_PREPARATION = 4;
const BONUS = 12;
/** The episode of each show that has a picture of its own. */
const WITH_PICTURE = 5;

export function planEpisodes(world: World): Planned[] {
  const count = Math.max(1, Math.round(world.scale.episodes / SHOWS.length));
  return SHOWS.flatMap((show) => {
    const total = Math.min(count, show.episodes.length);
    return Array.from({ length: total }, (_, index) => planEpisode(world, show, index, total));
  });
}

function planEpisode(world: World, show: ShowText, index: number, total: number): Planned {
  const random = world.random("plan", show.key, index);
  const prepared = total < LEAST_FOR_PREPARATION ? 0 : 2;
  const slot = index - (total - prepared) + 1;
  const kind = index === 0 ? "TRAILER" : index === BONUS ? "BONUS" : "FULL";
  const seasons = show.serial === true || hasFeature(show.key);
  return {
    show,
    index,
    state: stateOf(show, index, total, prepared),
    at: new Date(newestSlot(world, show).getTime() + slot * show.rhythm.days * DAY_MS),
    recording: {
      key: voiceOf(show, total),
      length: kind === "FULL" ? lengthOf(show, index, total, random) : "short",
    },
    kind,
    season_number: seasons ? (index > BONUS ? 2 : 1) : null,
    episode_number:
      kind === "FULL"
        ? (index > BONUS ? index - 1 : index) - (seasons && index > BONUS ? BONUS - 1 : 0)
        : null,
    picture: index === WITH_PICTURE,
  };
}

/** In a small demo, the shows in a language share their recordings, because encoding takes longest. */
function voiceOf({ key, language }: ShowText, total: number): string {
  if (total > LEAST_FOR_PREPARATION) return key;
  return SHOWS.find((show) => show.language === language)?.key ?? key;
}

function lengthOf({ key }: ShowText, index: number, total: number, random: Random): Length {
  if (total <= LEAST_FOR_PREPARATION) return "medium";
  if (hasFeature(key) && index % 9 === 4) return "feature";
  return hasLong(key) && random.chance(0.4) ? "long" : "medium";
}

function stateOf({ key }: ShowText, index: number, total: number, prepared: number): State {
  const special = SPECIAL[`${key} ${index}`];
  if (special !== undefined) return special;
  if (index < total - prepared) return "published";
  return index === total - 1 ? "draft" : "scheduled";
}

/** The show's latest slot before now. */
function newestSlot({ now }: World, { rhythm }: ShowText): Date {
  const slot = new Date(now);
  slot.setUTCHours(rhythm.hour, 0, 0, 0);
  const days = (slot.getUTCDay() - rhythm.day + 7) % 7;
  slot.setUTCDate(slot.getUTCDate() - (rhythm.days < 7 ? 1 : days));
  return slot < now ? slot : new Date(slot.getTime() - Math.min(7, rhythm.days) * DAY_MS);
}
