/** Publishes the episodes with everything that belongs to them. */
import { PHRASES } from "./content/phrases.ts";
import { drawCover } from "./covers/drawing.ts";
import { type EpisodeText, writeEpisode, writeTranscript } from "./notes.ts";
import type { Planned } from "./plan.ts";
import { giveAudio, type Recording, type Recordings, recordingName } from "./recordings.ts";
import type { MadeShow } from "./shows.ts";
import { type Person, type World, wireMoment } from "./world.ts";

export type MadeEpisode = Omit<Planned, "recording"> &
  Readonly<{ episode_id: number; show_id: number; author: Person; recording: Recording }>;

export async function publishEpisodes(
  world: World,
  shows: readonly MadeShow[],
  planned: readonly Planned[],
  recordings: Recordings,
): Promise<MadeEpisode[]> {
  const byKey = new Map(shows.map((made) => [made.show.key, made]));
  const made: MadeEpisode[] = [];
  // In the order of their dates, so that ids grow with time as on a real server.
  for (const one of planned.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const place = byKey.get(one.show.key);
    const recording = recordings.get(recordingName(one.recording));
    if (place === undefined || recording === undefined)
      throw new Error(`${one.show.key} is missing`);
    made.push(await publishEpisode(world, one, place, recording));
    if (made.length % 50 === 0) world.progress(`  ${made.length} of ${planned.length} episodes`);
  }
  return made;
}

async function publishEpisode(
  world: World,
  planned: Planned,
  { show_id, author }: MadeShow,
  recording: Recording,
): Promise<MadeEpisode> {
  const { show, index, state, at } = planned;
  const random = world.random("episode", show.key, index);
  const text = writeEpisode(show, index, random);
  const { episode } = await world.client.call(
    author,
    "POST",
    "episodes/drafts",
    bodyOf(planned, text, recording, show_id),
    await picturesOf(world, planned),
  );
  const { episode_id } = episode;
  const isMade = !["draft", "error", "waiting"].includes(state);
  // Published when its audio is ready, at the time of its slot.
  if (isMade) await giveAudio(world, episode_id, recording, state === "scheduled" ? world.now : at);
  await describe(world, { planned, text, recording, author, episode_id });
  return { ...planned, episode_id, show_id, author, recording };
}

function bodyOf(
  planned: Planned,
  text: EpisodeText,
  recording: Recording,
  show_id: number,
): object {
  const { state, at, kind, season_number, episode_number } = planned;
  return {
    show_id,
    title: text.title,
    description_html: text.description_html,
    tags: text.tags,
    chapters: text.chapters.map(({ title, share }) => ({
      title,
      starts_at: Math.round(share * recording.seconds) * 1000,
    })),
    season_episode_type: kind,
    ...(season_number !== null && { season_number }),
    ...(episode_number !== null && { episode_number }),
    ...(state === "scheduled" && { auto_published_at: wireMoment(at) }),
    ...(["draft", "error", "waiting"].includes(state) && { auto_published_at: "" }),
    ...(state === "limited" && { visibility: "LIMITED" }),
    ...(state === "private" && { visibility: "PRIVATE" }),
  };
}

async function picturesOf(world: World, { picture, show, index }: Planned) {
  if (!picture) return {};
  const random = world.random("picture", show.key, index);
  const bytes = await drawCover(show.cover, random, 1 + random.below(2));
  return { image_file: { bytes, name: "picture.jpg" } };
}

type Described = Readonly<{
  planned: Planned;
  text: EpisodeText;
  recording: Recording;
  author: Person;
  episode_id: number;
}>;

async function describe(world: World, { planned, text, recording, author, episode_id }: Described) {
  const { show, index } = planned;
  const random = world.random("details", show.key, index);
  const put = (noun: string, body: object) =>
    world.client.call(author, "PUT", `episodes/${episode_id}/${noun}`, body);
  const cast = { group: "cast", url: `https://farshore.example/${show.key}/team` };
  const guest = text.guest === null ? [] : [{ name: text.guest[0], role: "guest", group: "cast" }];
  await put("persons", { persons: [{ name: show.host, role: "host", ...cast }, ...guest] });
  if (index % 3 === 1) {
    const title = random.pick(PHRASES[show.language].soundbite);
    await put("soundbites", { soundbites: [{ starts_at: 9000, duration: 12_000, title }] });
  }
  if (index % 3 !== 2 || planned.state === "draft") return;
  const vtt = writeTranscript(show, text, recording.seconds, random);
  const files = { transcript_file: { bytes: Buffer.from(vtt), name: "transcript.vtt" } };
  const body = { language: show.language, rel: "captions" };
  await world.client.call(author, "POST", `episodes/${episode_id}/transcripts`, body, files);
}

/** Hides episodes that had been open until now. */
export async function hideEpisodes({ client }: World, episodes: readonly MadeEpisode[]) {
  for (const { author, episode_id } of episodes.filter(({ state }) => state === "hidden"))
    await client.call(author, "POST", `episodes/${episode_id}`, { hidden: true });
}
