/** Lets listeners follow, like, bookmark and write; reports some messages; curates lists. */
import { PHRASES } from "./content/phrases.ts";
import type { Language } from "./content/schema.ts";
import type { People } from "./people.ts";
import type { MadeEpisode } from "./publishing.ts";
import type { Random } from "./random.ts";
import type { MadeShow } from "./shows.ts";
import { DAY_MS, type Person, type World } from "./world.ts";

type Made = Readonly<{ shows: readonly MadeShow[]; episodes: readonly MadeEpisode[] }>;

export async function meet(world: World, people: People, { shows, episodes }: Made): Promise<void> {
  const open = episodes.filter(({ state }) => state === "published");
  const everybody = [...people.listeners, { ...people.byRole.listener, language: "en" as const }];
  for (const person of everybody) {
    const random = world.random("taste", person.username);
    // Most listen in their own language, and some in another one too.
    const isLiked = (language: Language) => language === person.language || random.chance(0.12);
    const liked = shows.filter(({ show }) => isLiked(show.language));
    await follow(world, person, liked, random);
    const theirs = open.filter(({ show_id }) => liked.some((show) => show.show_id === show_id));
    await like(world, person, theirs, random);
  }
  await write(world, people, open);
  await curate(world, people, shows);
}

const mine = (person: Person) => `users/${person.user_id}`;

async function follow(
  { client }: World,
  person: Person,
  liked: readonly MadeShow[],
  random: Random,
) {
  for (const { show_id, author } of liked) {
    if (random.chance(0.2)) continue;
    await client.call(person, "PUT", `${mine(person)}/favorites/${show_id}`, {});
    if (random.chance(0.6))
      await client.call(person, "PUT", `${mine(person)}/followings/${author.user_id}`);
  }
}

async function like(
  { client }: World,
  person: Person,
  theirs: readonly MadeEpisode[],
  random: Random,
) {
  for (const { episode_id } of random.some(theirs, 4 + random.below(10)))
    await client.call(person, "PUT", `${mine(person)}/likes/${episode_id}`, {});
  for (const { episode_id } of random.some(theirs, random.below(4)))
    await client.call(person, "PUT", `${mine(person)}/bookmarks/${episode_id}`, {});
}

/** Messages of listeners in the language of the show, a few of which the author answers. */
type Message = Readonly<{ at: number; by: Person; episode_id: number; text: string }>;

/** Messages have ids in the order of their times, as they have where people write them. */
async function write(world: World, people: People, open: readonly MadeEpisode[]) {
  const written = Object.entries(PHRASES).flatMap(([language, phrases]) => {
    const random = world.random("messages", language);
    const writers = people.listeners.filter((one) => one.language === language);
    const theirs = open.filter(({ show }) => show.language === language).slice(-40);
    return random.some(theirs, Math.ceil(theirs.length * 0.7)).flatMap((episode): Message[] => {
      const { episode_id, author } = episode;
      const times = random.some(phrases.messages, 1 + random.below(3)).map((text) => {
        const at = episode.at.getTime() + random.between(0.1, 4) * DAY_MS;
        return { at, by: random.pick(writers), episode_id, text };
      });
      if (!random.chance(0.2)) return times;
      const at = Math.max(...times.map((one) => one.at)) + random.between(0.1, 1) * DAY_MS;
      return [...times, { at, by: author, episode_id, text: random.pick(phrases.answers) }];
    });
  });
  const latest = world.now.getTime() - 60_000;
  for (const { at, by, episode_id, text } of written.toSorted((one, two) => one.at - two.at)) {
    world.setTime(new Date(Math.min(at, latest)));
    await world.client.call(by, "POST", `episodes/${episode_id}/messages`, { text });
  }
  world.setTime(null);
  await report(world, people, open);
}

/** Messages that somebody should look at: one is reported once, one so often that it is hidden. */
const UNWELCOME = [
  ["Cheap watches, free shipping!!! → watches.example", "Advertising.", 3],
  ["Nobody asked for another episode about this, honestly.", "Rude to the guest.", 1],
  ["FIRST. Follow my channel and I follow back.", "Advertising for another show.", 2],
] as const;

async function report({ client }: World, { listeners }: People, open: readonly MadeEpisode[]) {
  for (const [index, [text, reason, reports]] of UNWELCOME.entries()) {
    const episode = open.at(-1 - index * 2);
    const [writer, ...others] = listeners.slice(index * 4);
    if (episode === undefined || writer === undefined) continue;
    const path = `episodes/${episode.episode_id}/messages`;
    const { message } = await client.call(writer, "POST", path, { text });
    for (const reporter of others.slice(0, reports))
      await client.call(reporter, "POST", `${path}/${message.message_id}/report-abuse`, { reason });
  }
}

type List = Readonly<{
  name: string;
  subtitle: string;
  countries?: string[];
  keys?: string[];
  rule?: object;
}>;

const LISTS: readonly List[] = [
  {
    name: "For long nights",
    subtitle: "Voices that keep their voice down",
    keys: ["night-shift-atlas", "nachtzug-nach-irgendwo", "la-derniere-balise", "mapas-de-sal"],
  },
  {
    name: "Made by hand",
    subtitle: "Workshops, kitchens and drawers",
    keys: ["bottega-aperta", "kleine-maschinen", "the-kitchen-ledger", "le-bruit-des-choses"],
  },
  {
    name: "By the water",
    subtitle: "Rivers, coasts and one island",
    keys: ["la-riva-opposta", "mapas-de-sal", "la-derniere-balise", "signal-to-soil"],
  },
  {
    name: "Ascolti in italiano",
    subtitle: "Dalla rete",
    countries: ["IT", "CH"],
    rule: { language: "it" },
  },
  { name: "New this week", subtitle: "Everything with a fresh episode", rule: { max_age_days: 7 } },
];

async function curate({ client }: World, { byRole }: People, shows: readonly MadeShow[]) {
  for (const { name, subtitle, countries, keys, rule } of LISTS) {
    const about = { name, subtitle, ...(countries && { countries }) };
    const { list } = await client.call(byRole.admin, "POST", "explore/lists", about);
    const ids = keys?.map((key) => shows.find(({ show }) => show.key === key)?.show_id);
    await client.call(
      byRole.admin,
      "PUT",
      `explore/lists/${list.list_id}/items`,
      rule ?? { shows: ids },
    );
  }
}
