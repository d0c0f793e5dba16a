/** Reference lists over HTTP. */
import { expect, test } from "vitest";
import { useWorld } from "../../../../test/setup/world.ts";
import { CATEGORIES, isCategory, LANGUAGES } from "./rules.ts";
import { CONTENT_LANGUAGES, categoryView } from "./views.ts";

const world = useWorld();

type Item = { category_id: number; name: string; permalink: string; level: number };
const categories = async (query = "", headers: Record<string, string> = {}) => {
  const answer = await world.api.get(`/v2/show-categories${query}`, { headers });
  return { ...answer, list: answer.response.categories as Item[] };
};
const nameOf = (list: Item[], id: number) =>
  list.find(({ category_id }) => category_id === id)?.name;

/** Ids that existing clients use (contract §6). */
const TOP_LEVEL = {
  92: "Arts",
  99: "Business",
  106: "Comedy",
  110: "Education",
  115: "Fiction",
  119: "Government",
  120: "History",
  121: "Health & Fitness",
  128: "Kids & Family",
  133: "Leisure",
  142: "Music",
  146: "News",
  154: "Religion & Spirituality",
  162: "Science",
  172: "Society & Culture",
  178: "Sports",
  194: "Technology",
  195: "True Crime",
  196: "TV & Film",
};

test("show categories have the ids that clients know", async () => {
  const { status, list } = await categories();
  expect(status).toBe(200);
  expect(list.map(({ category_id }) => category_id)).toEqual(
    Array.from({ length: 110 }, (_, index) => 92 + index),
  );
  const top = list.filter(({ level }) => level === 1);
  expect(Object.fromEntries(top.map((item) => [item.category_id, item.name]))).toEqual(TOP_LEVEL);
  expect(list[1]).toEqual({ category_id: 93, name: "Books", permalink: "books", level: 2 });
  expect(nameOf(list, 201)).toBe("TV Reviews");
});

test("sub-categories follow their parent in alphabetical order", () => {
  for (const [id, name] of Object.entries(TOP_LEVEL)) {
    const parent = Number(id);
    const subs = CATEGORIES.filter((category) => category.parent === parent);
    expect(
      subs.map(({ category_id }) => category_id),
      name,
    ).toEqual(subs.map((_, index) => parent + 1 + index));
    const names = subs.map(({ names }) => names.en);
    expect(names, name).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  }
});

test("permalinks are unique slugs of the English name", async () => {
  const { list } = await categories();
  expect(new Set(list.map(({ permalink }) => permalink)).size).toBe(110);
  for (const { permalink } of list) expect(permalink).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(list.find(({ name }) => name === "TV & Film")?.permalink).toBe("tv-film");
});

test("every category has a distinct name in each of the six languages", async () => {
  for (const language of CONTENT_LANGUAGES) {
    const { list, headers } = await categories(`?c=${language}`);
    expect(headers.get("content-language")).toBe(language);
    for (const level of [1, 2]) {
      const names = list.filter((item) => item.level === level).map(({ name }) => name);
      expect(new Set(names).size, `${language} ${level}`).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(/\S/);
        expect(name).toBe(name.normalize("NFC").trim());
      }
    }
  }
});

test.each([
  ["?c=it_IT", {}, "it", "Libri"],
  ["?c=it-IT", {}, "it", "Libri"],
  ["?c=it", {}, "it", "Libri"],
  ["?c=pt_BR", {}, "pt", "Livros"],
  ["", { "accept-language": "de-AT,de;q=0.9,en;q=0.8" }, "de", "Bücher"],
  ["", { "accept-language": "en;q=0.2, fr;q=0.7, *;q=0.1" }, "fr", "Livres"],
  ["?c=es", { "accept-language": "de" }, "es", "Libros"],
  ["?c=zz", {}, "en", "Books"],
  ["?c=%00%27--", {}, "en", "Books"],
  ["?c=ja", {}, "en", "Books"],
  ["", {}, "en", "Books"],
])("categories for %j %j are named in %s", async (query, headers, language, books) => {
  const { status, list, headers: got } = await categories(query, headers);
  expect(status).toBe(200);
  expect(got.get("content-language")).toBe(language);
  expect(got.get("vary")).toContain("Accept-Language");
  expect(nameOf(list, 93)).toBe(books);
});

test("there are 16 partner-store categories, all of level 1", async () => {
  const { response } = await world.api.get("/v2/partnerplay-categories");
  const list: Item[] = response.partnerplay_categories;
  expect(list.length).toBe(16);
  expect(list[0]).toEqual({ category_id: 1, name: "Arts", level: 1 });
  expect(list.every(({ level }) => level === 1)).toBe(true);
  const french = await world.api.get("/v2/partnerplay-categories?c=fr");
  expect(french.headers.get("content-language")).toBe("fr");
  expect(french.response.partnerplay_categories[10].name).toBe("Religion et spiritualité");
});

test("languages are the 33 of the API description", async () => {
  const { response, headers } = await world.api.get("/v2/show-languages");
  expect(headers.get("content-language")).toBe("en");
  expect(Object.keys(response.languages)).toEqual([...LANGUAGES]);
  expect(Object.keys(response.languages).length).toBe(33);
  expect(response.languages).toMatchObject({ no: "Norwegian", zh: "Chinese", sq: "Albanian" });
  const japanese = await world.api.get("/v2/show-languages", {
    headers: { "accept-language": "ja" },
  });
  expect(japanese.headers.get("content-language")).toBe("ja");
  expect(japanese.response.languages.it).toBe("イタリア語");
});

test("countries have names in the caller's language, in its order", async () => {
  const { response, headers } = await world.api.get("/v2/campaigns-countries?c=it_IT");
  expect(headers.get("content-language")).toBe("it-IT");
  expect(Object.keys(response.countries).length).toBe(249);
  expect(response.countries.DE).toBe("Germania");
  const names: string[] = Object.values(response.countries);
  expect(names).toEqual(names.toSorted(new Intl.Collator("it").compare));
});

test("a locale without country names gets all names in English", async () => {
  const { response, headers } = await world.api.get("/v2/campaigns-countries?c=haw");
  expect(headers.get("content-language")).toBe("en");
  expect(response.countries.US).toBe("United States");
});

test.each([
  "/v2/show-categories",
  "/v2/partnerplay-categories",
  "/v2/show-languages",
  "/v2/campaigns-countries",
])("%s is public, and conditional requests get 304 for each language", async (path) => {
  const first = await world.api.get(path);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  const again = await world.api.get(path, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(again.text).toBe("");
  expect(again.headers.get("content-language")).toBe("en");
  const other = await world.api.get(`${path}?c=it`, { headers: { "if-none-match": etag } });
  expect(other.status).toBe(200);
  const ada = await world.person();
  expect((await ada.api.get(path)).response).toEqual(first.response);
  const refused = await world.api.post(path);
  expect(refused.status).toBe(405);
});

test("a null or unknown category has no view", () => {
  expect(categoryView(null, "en")).toBeNull();
  expect(categoryView(91, "en")).toBeNull();
  expect([91, 92, 201, 202].map(isCategory)).toEqual([false, true, true, false]);
  expect(categoryView(93, "it-IT")?.name).toBe("Libri");
});
