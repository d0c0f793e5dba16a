/** Writes the notes, chapters and transcripts of episodes in the language of their show. */
import { PHRASES } from "./content/phrases.ts";
import type { Guest, ShowText } from "./content/schema.ts";
import type { Random } from "./random.ts";

export type EpisodeText = Readonly<{
  title: string;
  description_html: string;
  /** With the share of the programme at which each begins. */
  chapters: readonly Readonly<{ title: string; share: number }>[];
  guest: Guest | null;
  tags: readonly string[];
}>;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Fills the names in braces. */
const filled = (phrase: string, names: Readonly<Record<string, string>>): string =>
  phrase.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? "");

/** The texts of the episode with this index. Phrases of neighbouring episodes differ. */
export function writeEpisode(show: ShowText, index: number, random: Random): EpisodeText {
  const phrases = PHRASES[show.language];
  const [title = "", hook = "", named] = (show.episodes[index] ?? "").split(" | ");
  const guest = guestOf(show, index, named);
  const [name = "", role = ""] = guest ?? [];
  const names = { guest: name, role, host: show.host };
  const turn = (list: readonly string[], step = 1) => list[(index * step) % list.length] ?? "";
  const second = filled(
    guest === null
      ? (phrases.alone[Math.floor(index / 2) % phrases.alone.length] ?? "")
      : turn(phrases.guests),
    names,
  );
  const chapters = chaptersOf(show, index, random);
  const list = chapters.map((chapter) => `<li>${escaped(chapter.title)}</li>`).join("");
  // Every third episode ends without a word to the listeners.
  const farewell = index % 3 === 2 ? "" : turn(phrases.farewells);
  const link = `https://farshore.example/${show.key}`;
  const parts = [
    `<p><strong>${escaped(hook)}</strong></p>`,
    index === 0 ? `<p>${escaped(show.about[0])}</p>` : "",
    // Phrases without names would be noticed if every episode had one.
    index > 0 && (guest !== null || index % 2 === 0) ? `<p>${escaped(second)}</p>` : "",
    chapters.length > 0 ? `<p>${escaped(turn(phrases.heading))}:</p><ul>${list}</ul>` : "",
    `<p>${escaped(farewell)} <a href="${link}">farshore.example</a></p>`,
  ];
  return {
    title,
    description_html: parts.join(""),
    chapters,
    guest,
    tags: random.some(show.tags, 2 + random.below(3)),
  };
}

/** The guest whom the episode names, or whose turn it is. */
function guestOf(
  { guests, anyGuest }: ShowText,
  index: number,
  named: string | undefined,
): Guest | null {
  if (named !== undefined) return guests[Number(named) - 1] ?? null;
  const hasGuest = anyGuest === true && index > 0 && index % 4 !== 3;
  return hasGuest ? (guests[index % guests.length] ?? null) : null;
}

function chaptersOf(show: ShowText, index: number, random: Random) {
  if (index === 0 || random.chance(0.15)) return [];
  const { opening, ending } = PHRASES[show.language];
  const inside = show.chapters.filter(() => random.chance(0.8));
  const titles = [random.pick(opening), ...inside, random.pick(ending)];
  const weights = titles.map(() => random.between(0.6, 1.5));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return titles.map((title, place) => {
    const share = before / total;
    before += weights[place] ?? 0;
    return { title, share };
  });
}

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);

/** A WebVTT transcript of `seconds`: host and guest by turns. */
export function writeTranscript(
  show: ShowText,
  { guest }: Pick<EpisodeText, "guest">,
  seconds: number,
  random: Random,
): string {
  const { spoken } = PHRASES[show.language];
  const speakers = [show.host, guest?.[0] ?? show.guests[0]?.[0] ?? show.host];
  const lines = random.some(spoken, spoken.length);
  const cues: string[] = [];
  let at = 3;
  for (let turn = 0; at < seconds - 6 && turn < lines.length * 3; turn += 1) {
    const text = lines[turn % lines.length] ?? "";
    const end = Math.min(seconds - 2, at + 1.2 + text.length / 16);
    cues.push(`${clock(at)} --> ${clock(end)}\n<v ${speakers[turn % 2]}>${text}`);
    at = end + random.between(0.3, 1.4);
  }
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}
