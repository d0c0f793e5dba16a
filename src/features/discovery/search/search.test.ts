/** Searching shows and episodes: results and their order. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ann: Person;

const SHOWS = "/v2/search?type=shows";
const EPISODES = "/v2/search?type=episodes";

async function titles(q: string, path = SHOWS): Promise<string[]> {
  const { response } = await world.api.get(`${path}&q=${encodeURIComponent(q)}`);
  return response.items.map(({ title }: { title: string }) => title);
}
const show = (title: string, overrides = {}) => makeShow(world, ann, { title, ...overrides });

beforeAll(async () => {
  ann = await world.person({ username: "ann" });
});

describe("results are in order", () => {
  test("exact title, title prefix, title words, author, tags, description", async () => {
    await show("Stories", { description: "By the light of a lantern." });
    await show("Smithery", { author_name: "Lantern Smith" });
    await show("The Lantern");
    await show("Lantern Hour");
    await show("Lantern");
    expect(await titles("lantern")).toEqual([
      ...["Lantern", "Lantern Hour", "The Lantern", "Smithery", "Stories"],
    ]);
    const show_id = await show("Some show");
    const episode = (title: string, overrides = {}) =>
      makeEpisode(world, show_id, { title, ...overrides });
    await episode("Light", { description: "About one lantern." });
    await episode("Shade", { tags: ["lantern"] });
    await episode("Lantern making");
    expect(await titles("lantern", EPISODES)).toEqual(["Lantern making", "Shade", "Light"]);
  });

  test("of titles that differ only in accents or case, the one typed", async () => {
    await show("Café Noir");
    await show("Cafe Noir");
    await show("CAFÉ NOIR");
    for (const typed of ["Café Noir", "Cafe Noir", "CAFÉ NOIR"])
      expect((await titles(typed))[0]).toBe(typed);
  });

  test("popular and recent shows before other matches", async () => {
    await show("Okapi one", { created_at: new Date("2019-01-01") });
    await show("Okapi two", { created_at: new Date("2024-01-01") });
    await show("Okapi six", { created_at: new Date("2019-01-01"), quality: 0.9 });
    expect(await titles("okapi")).toEqual(["Okapi two", "Okapi six", "Okapi one"]);
    await show("Okapi ten", { created_at: new Date("2023-01-01"), quality: 0.9 });
    expect((await titles("okapi"))[0]).toBe("Okapi ten");
  });

  test("every word must be found, in any field, unless nothing has them all", async () => {
    const show_id = await show("Deep Sea Radio", { author_name: "Jo Kelp" });
    await makeEpisode(world, show_id, { title: "Anglerfish at night", tags: ["abyss"] });
    for (const q of ["anglerfish", "deep sea anglerfish", "anglerfish kelp", "abyss night"])
      expect(await titles(q, EPISODES), q).toEqual(["Anglerfish at night"]);
    const { response } = await world.api.get(`${EPISODES}&explain=1&q=anglerfish+submarine`);
    expect(response.dropped).toEqual(["submarine"]);
    const [only, ...others] = response.items;
    expect([only.title, others]).toEqual(["Anglerfish at night", []]);
    expect(only.score.missing).toEqual(["submarine"]);
    for (const q of ["anglerfish -submarine -night", '"anglerfish submarine"'])
      expect(await titles(q, EPISODES), q).toEqual([]);
  });
});

describe("words match", () => {
  test.each([
    ["in any case", "Quixotic Tales", "qUIXOTIC tALES"],
    ["without accents", "Crème brûlée", "creme brulee"],
    ["with accents more", "Resume writing", "résumé"],
    ["with ligatures", "Straße der Œuvres", "strasse oeuvres"],
    ["in full-width forms", "Ｂｅｎｔｏ club", "bento"],
    ["with any apostrophe", "L’heure d'été", "l'heure d’ete"],
    ["without their apostrophe", "Grandma's attic", "grandmas"],
    ["after their apostrophe", "L'éléphant rose", "elephant"],
    ["with Turkish letters", "İzmir Işıkları", "izmir isiklari"],
    ["with Arabic vowels", "كِتَاب الأحلام", "كتاب الاحلام"],
    ["in Greek", "Φιλοσοφία τώρα", "ΦΙΛΟΣΟΦΙΑ"],
    ["in Cyrillic", "Ёлка и Стрелка", "елка"],
    ["next to signs", "C++ / Rust: #systems!", "rust systems"],
    ["next to pictures", "🎙️Microphones🎧", "microphones"],
  ])("%s", async (_, title, q) => {
    await show(title);
    expect(await titles(q)).toEqual([title]);
  });

  test("in the forms of the document's language, and of no other", async () => {
    await show("Galloping horses", { language: "en" });
    await show("Les chevaux sauvages", { language: "fr" });
    await show("Verrückte Häuser", { language: "de" });
    await show("Старые книги", { language: "ru" });
    expect(await titles("gallop horse")).toEqual(["Galloping horses"]);
    expect(await titles("cheval sauvage")).toEqual(["Les chevaux sauvages"]);
    expect(await titles("haus")).toEqual(["Verrückte Häuser"]);
    expect(await titles("старая книга")).toEqual(["Старые книги"]);
    expect(await titles("gallop", `${SHOWS}&language=fr`)).toEqual([]);
  });

  test("in scripts without spaces", async () => {
    await show("日本語ポッドキャスト", { language: "ja" });
    await show("日曜日の本", { language: "ja" });
    await show("เรื่องเล่าเช้านี้");
    expect(await titles("ポッドキャスト")).toEqual(["日本語ポッドキャスト"]);
    expect(await titles("日本")).toEqual(["日本語ポッドキャスト"]);
    expect(await titles("本")).toHaveLength(2);
    expect(await titles("เช้า")).toEqual(["เรื่องเล่าเช้านี้"]);
  });
});

describe("operators", () => {
  beforeAll(async () => {
    await show("Wombat night shift");
    await show("Night of the wombat");
    await show("Wombat by day", { description: "Never a night, a wombat likes." });
  });

  test.each([
    ['"wombat night"', ["Wombat night shift"]],
    ['"night wombat"', []],
    ['wombat "a night"', ["Wombat by day"]],
    ["wombat -night", []],
    ["wombat -day -shift", ["Night of the wombat"]],
    ['wombat -"night shift" -day', ["Night of the wombat"]],
    ["wombat -", ["Wombat night shift", "Wombat by day", "Night of the wombat"]],
    ['"wombat', ["Wombat night shift", "Wombat by day", "Night of the wombat"]],
  ])("%s", async (q, expected) => {
    expect((await titles(q)).toSorted()).toEqual(expected.toSorted());
  });

  test("a title that looks like operators is found by its exact text", async () => {
    await show('The "Real" Numbat -Uncut-');
    await show("The Real Numbat");
    expect((await titles('The "Real" Numbat -Uncut-'))[0]).toBe('The "Real" Numbat -Uncut-');
    expect(await titles("The Real Numbat -Uncut")).toEqual(["The Real Numbat"]);
  });
});

describe("typing errors", () => {
  beforeAll(async () => {
    await show("Photosynthesis weekly");
    await show("Yeti talk");
  });

  test.each([
    ["one letter other", "phitosynthesis", "Photosynthesis weekly"],
    ["two of a long word", "phitosynthesys weekly", "Photosynthesis weekly"],
    ["neighbours exchanged", "weelky photosynthesis", "Photosynthesis weekly"],
    ["one letter less", "photosyntesis weekly", "Photosynthesis weekly"],
    ["one letter more", "yetti", "Yeti talk"],
    ["the last word unfinished", "photosynthesis wee", "Photosynthesis weekly"],
  ])("%s", async (_, q, title) => {
    expect((await titles(q))[0]).toBe(title);
  });

  test("a short word with two edits is another word", async () => {
    expect(await titles("yttti")).toEqual([]);
  });

  test("exact matches rank before corrected ones", async () => {
    await show("Fennec");
    await show("Fennel");
    expect(await titles("fennel")).toEqual(["Fennel", "Fennec"]);
  });

  test("words of descriptions are used for corrections once they are common", async () => {
    for (const title of ["One", "Two", "Three"])
      await show(`${title} aye-aye`, { description: "A nocturnal lemuroid." });
    const { refreshSearch } = await import("./upkeep/actions.ts");
    await refreshSearch(world.deps);
    expect(await titles("lemuriod")).toHaveLength(3);
  });
});

describe("options", () => {
  beforeAll(async () => {
    const comedy = { category_id: 106, language: "it", explicit: true };
    await show("Tapir comedy", comedy);
    await show("Tapir improv", { category_id: 92, category_2_id: 108, explicit: false });
    const show_id = await show("Tapir news", { category_id: 146 });
    const episode = (title: string, day: string, minutes: number) =>
      makeEpisode(world, show_id, {
        title,
        published_at: new Date(`${day}T23:59:59Z`),
        duration: minutes * 60_000,
        explicit: minutes > 100,
      });
    await episode("Tapir a", "2023-12-31", 9);
    await episode("Tapir b", "2024-02-29", 60);
    await episode("Tapir c", "2024-03-01", 400);
  });

  test.each([
    ["language=it", ["Tapir comedy"]],
    ["language=en", ["Tapir improv", "Tapir news"]],
    ["category_id=106", ["Tapir comedy", "Tapir improv"]],
    ["category_id=108", ["Tapir improv"]],
    ["category_id=106&language=en", ["Tapir improv"]],
    ["explicit=true", ["Tapir comedy"]],
    ["published_before=2024-03-01", ["Tapir news"]],
  ])("shows: %s", async (filter, expected) => {
    expect((await titles("tapir", `${SHOWS}&${filter}`)).toSorted()).toEqual(expected);
  });

  test.each([
    ["published_after=2024-02-29", ["Tapir b", "Tapir c"]],
    ["published_after=2024-02-29&published_before=2024-02-29", ["Tapir b"]],
    ["published_before=2023-12-31", ["Tapir a"]],
    ["published_after=2024-03-02", []],
    ["published_after=2024-05-01&published_before=2023-01-01", []],
    ["duration_min=540&duration_max=3600", ["Tapir a", "Tapir b"]],
    ["duration_min=541", ["Tapir b", "Tapir c"]],
    ["duration_max=3599", ["Tapir a"]],
    ["duration_min=22000", ["Tapir c"]],
    ["explicit=1", ["Tapir c"]],
    ["category_id=146&language=en", ["Tapir a", "Tapir b", "Tapir c"]],
    ["category_id=92", []],
  ])("episodes: %s", async (filter, expected) => {
    expect((await titles("tapir", `${EPISODES}&${filter}`)).toSorted()).toEqual(expected);
    // Filters apply to the exact title as well.
    const itself = await titles("Tapir b", `${EPISODES}&${filter}`);
    expect(itself.includes("Tapir b")).toBe((expected as string[]).includes("Tapir b"));
  });

  test("explain=1 adds scores; without it items have their exact fields", async () => {
    const plain = await world.api.get(`${SHOWS}&q=tapir+news`);
    expect(Object.keys(plain.response.items[0]).toSorted()).toEqual([
      ...["author_id", "image_original_url", "image_url", "show_id", "site_url", "title"],
    ]);
    const { response } = await world.api.get(`${SHOWS}&q=tapir+news&explain=1`);
    expect(response.items[0].score).toMatchObject({ match: "exact", corrected: false });
    const { text, rank, total } = response.items[0].score;
    expect(total).toBeCloseTo(10 * text + rank, 1);
    const corrected = await world.api.get(`${SHOWS}&q=tapir+newz&explain=1`);
    expect(corrected.response.items[0].score.corrected).toBe(true);
  });

  test("facets=1 counts languages and categories", async () => {
    const { response } = await world.api.get(`${SHOWS}&q=tapir&facets=1&limit=1`);
    expect(response.facets).toEqual({
      counted: 3,
      languages: { en: 2, it: 1 },
      categories: { "92": 1, "106": 1, "108": 1, "146": 1 },
    });
  });
});
