/** Publishes the shows with their covers, people and links. */
import { PHRASES } from "./content/phrases.ts";
import type { ShowText } from "./content/schema.ts";
import { SHOWS } from "./content/shows.ts";
import { drawCover } from "./covers/drawing.ts";
import type { People } from "./people.ts";
import { PROFILE } from "./recordings.ts";
import type { Person, World } from "./world.ts";

export type MadeShow = Readonly<{ show_id: number; show: ShowText; author: Person }>;
/** A mid-roll of long episodes. */
const BREAKS = [
  { position: "preroll", ads_max_count: 2 },
  { position: "midroll", timecode: 40_000, ads_max_count: 1 },
  { position: "postroll", ads_max_count: 1 },
];

export async function publishShows(world: World, { authors, byRole }: People): Promise<MadeShow[]> {
  const shows: MadeShow[] = [];
  for (const show of SHOWS) {
    const author = authors[show.language];
    const bytes = await drawCover(show.cover, world.random("cover", show.key));
    const { title, language, category_id, category_2_id, about, host } = show;
    const body = {
      title,
      language,
      category_id,
      category_2_id,
      permalink: show.key,
      author_name: host,
      description_html: about.map((text) => `<p>${text}</p>`).join(""),
      ...{
        owner_name: "Far Shore Audio",
        copyright: `© ${world.now.getUTCFullYear()} Far Shore Audio`,
      },
      ...{
        email: `${show.key}@farshore.example`,
        website_url: `https://farshore.example/${show.key}`,
      },
      itunes_type: show.serial === true ? "serial" : "episodic",
      episodes_sorting: show.serial === true ? "oldest" : "newest",
      delivery_profile: PROFILE,
      default_breaks: BREAKS,
    };
    const { show: made } = await world.client.call(author, "POST", "shows", body, {
      image_file: { bytes, name: "cover.jpg" },
    });
    shows.push({ show_id: made.show_id, show, author });
    await tagShow(world, made.show_id, show, author);
  }
  const [first] = shows;
  if (first !== undefined)
    await world.client.call(
      byRole.creator,
      "PUT",
      `shows/${first.show_id}/collaborators/${authors.it.user_id}`,
    );
  return shows;
}

async function tagShow({ client }: World, show_id: number, show: ShowText, author: Person) {
  const site = `https://farshore.example/${show.key}`;
  const put = (noun: string, body: object) =>
    client.call(author, "PUT", `shows/${show_id}/${noun}`, body);
  await put("persons", {
    persons: [{ name: show.host, role: "host", group: "cast", url: `${site}/team` }],
  });
  await put("funding", {
    funding: [{ url: `${site}/support`, title: PHRASES[show.language].funding }],
  });
  await put("license", { license: { identifier: "CC-BY-4.0" } });
}
