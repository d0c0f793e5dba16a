/** Sources and states of feeds: encodings, errors, URLs, covers, ownership. */
import { expect, test } from "vitest";
import { makeFeed, serveHttp } from "../../../../test/setup/feeds.ts";
import { useImports } from "../../../../test/setup/imports.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";

const { world, work, send, sendFeed, episodesOf } = useImports();
const admin = () => world.person({ admin: true });

/** Encodes `text` in a one-byte encoding whose upper half is `shift` below Unicode's. */
const inOneByte = (text: string, shift: number) =>
  Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 128 ? code : code - shift;
  });

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

test("text is decoded correctly from every encoding", async () => {
  const ada = await admin();
  const titled = (title: string, encoding: string) => makeFeed({ title, encoding });
  const sent: [title: string, bytes: Uint8Array<ArrayBuffer>][] = [
    ["Φάρος", inOneByte(titled("Φάρος", "iso-8859-7"), 0x2d0)],
    ["Маяк", inOneByte(titled("Маяк", "windows-1251"), 0x350)],
    ["Öl am Kap", inOneByte(titled("Öl am Kap", "ISO-8859-1"), 0)],
    ["灯台", utf16(titled("灯台", "utf-16"))],
    ["Latarnia é", new TextEncoder().encode(titled("Latarnia é", "iso-8859-1"))],
    ["Fyr på öster", inOneByte(titled("Fyr på öster", "utf-8"), 0)],
  ];
  const notes = [];
  for (const [title, bytes] of sent) {
    const { report, error } = await send(ada, { bytes });
    expect(report?.title, error).toBe(title);
    notes.push(report.notes.filter((note: string) => note.includes("declared as")));
  }
  expect(notes.flat()).toEqual([
    "The feed is declared as iso-8859-1 but encoded in utf-8, and was read as utf-8.",
    "The feed is declared as utf-8 but encoded in windows-1252, and was read as windows-1252.",
  ]);
  const bytes = new TextEncoder().encode(titled("x", "klingon"));
  expect((await send(ada, { bytes })).error).toBe(
    "The feed was not imported: its encoding “klingon” is unknown.",
  );
});

const two = [{ guid: "one" }, { guid: "two" }];

test("a feed that is not well-formed is read as far as possible, and its errors are reported", async () => {
  const ada = await admin();
  const whole = makeFeed({ title: "Broken", items: two });
  const variants: [text: string, created: number, skipped: string[], note: string][] = [
    [`\n \n${whole}`, 2, [], ""],
    [whole.replace("</rss>", ""), 2, [], "line 2: Unclosed tag 'rss'"],
    [whole.replace("<channel>", ""), 2, [], "Expected closing tag 'rss'"],
    [whole.replace("</item>", ""), 2, [], "Expected closing tag 'item'"],
    [whole.replace("Lamp 1", "Lamp & 1"), 2, [], "line 10: char '&' is not expected"],
    [
      whole.slice(0, whole.lastIndexOf("<enclosure")),
      1,
      ["the feed ends in the middle of it"],
      "line",
    ],
    [
      whole.replace("<title>Lamp 1</title>", "<title>Lamp"),
      1,
      ["it is empty or not well-formed (line 9)"],
      "Expected closing tag 'title'",
    ],
  ];
  for (const [place, [text, created, skipped, note]] of variants.entries()) {
    const title = `Broken ${place}`;
    const { report, error } = await send(ada, { text: text.replace("Broken", title) });
    expect(report, error).toMatchObject({ title, created });
    expect(report.skipped.map(({ reason }: { reason: string }) => reason)).toEqual(skipped);
    expect(report.notes[0]).toContain(note);
  }
});

test("hostile files and files that are not podcast feeds are rejected with the reason", async () => {
  const ada = await admin();
  const bomb = `<?xml version="1.0"?>\n<!DOCTYPE rss [<!ENTITY a "ha">\n<!ENTITY b "&a;&a;">]>\n`;
  const open = '<rss version="2.0"><channel><title>x</title>';
  const refused: [text: string, reason: string][] = [
    ["Not XML at all", "it is not XML"],
    ["<!doctype html><html></html>", "it is a web page, not a feed"],
    ['<feed xmlns="http://www.w3.org/2005/Atom"/>', "it is an Atom feed; podcasts are RSS 2.0"],
    ["<playlist/>", "it is not an RSS feed: its root element is <playlist>"],
    [bomb + open, "it declares entities, which is not allowed (line 2)"],
    [
      `${open}\n\n</wrong>`,
      "it is not well-formed (line 3: Expected closing tag 'channel' instead of closing tag 'wrong')",
    ],
    [
      open + "<a>".repeat(50_000),
      "it is not well-formed (line 1: it ends before its elements are closed)",
    ],
    [open + "<item>".repeat(20_001), "it has more than 20,000 items"],
    [`${open}</channel></rss>`, "it has no items"],
    [
      makeFeed({ items: [{ type: "image/png" }, { enclosure: null }] }),
      "no item has an audio or video enclosure (item 1: its enclosure is an image)",
    ],
  ];
  for (const [text, reason] of refused)
    expect(await send(ada, { text })).toMatchObject({
      state: "FAILED",
      show_id: null,
      report: null,
      error: `The feed was not imported: ${reason}.`,
      error_type: "feed-refused",
    });
  expect((await world.api.get(`/v2/users/${ada.user_id}/shows`)).response.items).toEqual([]);
});

test("a feed is fetched from its URL, which the show then keeps", async () => {
  const ada = await admin();
  let title = "By address";
  const home = await serveHttp(({ url }, response) => {
    if (url === "/moved") return response.writeHead(301, { location: "/feed.xml" }).end();
    if (url !== "/feed.xml") return response.writeHead(404).end();
    response.setHeader("content-type", "application/rss+xml; charset=iso-8859-7");
    return response.end(inOneByte(makeFeed({ title: `${title} Ω` }), 0x2d0));
  });
  const first = await send(ada, { feed_url: `${home}/moved` });
  expect(first).toMatchObject({ state: "DONE", feed_url: `${home}/moved` });
  expect(first.report).toMatchObject({ title: "By address Ω", show: "created" });
  title = "Renamed";
  const second = await send(ada, { feed_url: `${home}/moved` });
  expect(second.report).toMatchObject({ title: "Renamed Ω", show: "updated", unchanged: 1 });
  expect(second.show_id).toBe(first.show_id);

  const missing = await send(ada, { feed_url: `${home}/nothing` });
  expect(missing).toMatchObject({ state: "FAILED", error_type: "feed-unreachable" });
  expect(missing.error).toMatch(/answers with status 404\.$/);
  const inside = await send(ada, { feed_url: `${home}/feed.xml`, allowPrivate: false });
  expect(inside).toMatchObject({ state: "FAILED", error_type: "feed-unreachable" });
  expect(inside.error).toMatch(/127\.0\.0\.1 is a private address/);
});

test("importing other people's feeds requires a code in them, which is checked once", async () => {
  const bob = await world.person();
  let more = "";
  const home = await serveHttp((_request, response) =>
    response.end(makeFeed({ title: "Bob", more })),
  );
  const feed_url = `${home}/bob.xml`;
  const refused = await send(bob, { feed_url });
  expect(refused).toMatchObject({ state: "FAILED", error_type: "ownership-not-proved" });
  const code = refused.ownership_code;
  expect(code).toMatch(/^longwave-verify=[\w-]{16}$/);
  expect(refused.error).toContain(code);

  const thief = await world.person();
  more = `<podcast:txt purpose="verify">${code}</podcast:txt>`;
  const stolen = await send(thief, { feed_url });
  expect(stolen.error_type).toBe("ownership-not-proved");
  expect(stolen.ownership_code).not.toBe(code);

  expect(await send(bob, { feed_url })).toMatchObject({ state: "DONE", ownership_code: code });
  more = "";
  expect((await send(bob, { feed_url })).report).toMatchObject({ show: "unchanged" });
});

test("a file proves nothing by itself: the code is looked for at the URL that the file declares", async () => {
  const bob = await world.person();
  const nowhere = await sendFeed(bob, { title: "Nowhere" });
  expect(nowhere.error_type).toBe("ownership-not-proved");
  expect(nowhere.error).toContain("does not contain its own URL");

  let more = "";
  const home = await serveHttp((_request, response) =>
    response.end(makeFeed({ title: "File", more })),
  );
  const self = `${home}/file.xml`;
  const first = await sendFeed(bob, { title: "File", self });
  expect(first).toMatchObject({ state: "FAILED", feed_url: self });
  const forged = `<podcast:txt>${first.ownership_code}</podcast:txt>`;
  expect((await sendFeed(bob, { title: "File", self, more: forged })).state).toBe("FAILED");
  more = forged;
  const done = await sendFeed(bob, { title: "File", self });
  expect(done).toMatchObject({ state: "DONE", error: null });
  expect(await episodesOf(done.show_id)).toHaveLength(1);
});

test("imports without rights, with missing fields or with malformed fields are rejected", async () => {
  const [ada, bob] = [await admin(), await world.person()];
  const { import_id } = await sendFeed(bob, {});
  expect((await world.api.post("/v2/imports", { feed_url: "https://x.example.org/" })).status).toBe(
    401,
  );
  expect((await world.api.get(`/v2/imports/${import_id}`)).status).toBe(401);
  const eve = await world.person();
  expect((await eve.api.get(`/v2/imports/${import_id}`)).error.type).toBe("import-not-found");
  expect((await ada.api.get(`/v2/imports/${import_id}`)).status).toBe(200);
  expect((await ada.api.get("/v2/imports/999999")).status).toBe(404);

  const file = { files: { feed_file: new Blob([makeFeed()]) } };
  const wrong: [fields: object, options: object, field: string][] = [
    [{}, {}, "feed_url"],
    [{ feed_url: "" }, {}, "feed_url"],
    [{ feed_url: "ftp://x.example.org/" }, {}, "feed_url"],
    [{ feed_url: "nonsense" }, {}, "feed_url"],
    [{ feed_url: `https://x.example.org/${"é".repeat(400)}` }, {}, "feed_url"],
    [{ feed_url: "https://x.example.org/" }, file, "feed_file"],
    [{}, { files: { feed_file: new File([], "feed.xml") } }, "feed_file"],
    [{ feed_url: "https://x.example.org/", media: "borrow" }, {}, "media"],
  ];
  for (const [fields, options, field] of wrong) {
    const { status, error } = await bob.api.post("/v2/imports", { ...fields }, options);
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, [field]]);
  }
  for (let count = 0; count < 10; count += 1)
    expect((await eve.api.post("/v2/imports", {}, file)).status).toBe(200);
  expect((await eve.api.post("/v2/imports", {}, file)).error).toMatchObject({
    code: 409,
    type: "too-many-imports",
  });
});

test("the cover is fetched; an unusable one is left out", async () => {
  const ada = await admin();
  const picture = await makePicture({ width: 500, height: 500 });
  const home = await serveHttp(({ url }, response) =>
    response.end(url === "/cover.jpg" ? picture : "no picture"),
  );
  const images = [];
  const told = [];
  for (const name of ["cover.jpg", "cover.txt"]) {
    const more = `<itunes:image href="${home}/${name}"/>`;
    const { show_id } = await sendFeed(ada, { title: name, more });
    const queued = await world.deps.pool.query(
      "select count(*)::int from owned_jobs where key = $1",
      [`cover-${show_id}`],
    );
    expect(queued.rows[0].count).toBe(1);
    await work("fetch-cover", { show_id, allow_private: true });
    const { show } = (await world.api.get(`/v2/shows/${show_id}`)).response;
    images.push(show.image_url === null ? null : (await fetch(show.image_url)).status);
    told.push((await ada.api.get(`/v2/shows/${show_id}`)).response.show.image_error);
  }
  expect(images).toEqual([200, null]);
  expect(told).toEqual([
    null,
    "The cover in the feed was not used: it must be a JPEG or PNG picture.",
  ]);
});

test("a paged feed is imported completely, each item once; a missing page is reported", async () => {
  const ada = await admin();
  const pages: Record<string, [items: string[], next: string | null]> = {
    "/feed": [["c", "b"], "/feed?page=2"],
    // A server whose pages shift while they are being read repeats an item.
    "/feed?page=2": [["b", "a"], "/feed?page=3"],
    "/broken": [["e", "d"], "/nowhere"],
    "/circle": [["g", "f"], "/circle"],
  };
  const address = await serveHttp((request, response) => {
    const page = pages[request.url ?? ""];
    if (page === undefined) return response.writeHead(404).end();
    const [guids, next] = page;
    const more = next === null ? "" : `<atom:link rel="next" href="${address}${next}"/>`;
    return response.end(makeFeed({ more, items: guids.map((guid) => ({ guid, title: guid })) }));
  });
  const take = async (path: string) => {
    const { report, show_id } = await send(ada, { feed_url: `${address}${path}` });
    const titles = (await episodesOf(show_id)).map(({ title }) => title);
    return { titles, notes: report.notes.join(" ") };
  };
  const whole = await take("/feed");
  expect(whole.titles).toEqual(["c", "b", "a"]);
  expect(whole.notes).toContain("Page 3 of the feed and the pages after it were not imported");
  expect((await take("/broken")).notes).toContain(
    "Page 2 of the feed and the pages after it were not imported",
  );
  expect(await take("/circle")).toMatchObject({ titles: ["g", "f"] });
});
