/** Tests texts: counting, normalisation and refusal (contract §1, Lengths). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { clearableParagraphs, line, paragraphs } from "../../src/platform/http/params.ts";
import { anyone, route } from "../../src/platform/http/route.ts";
import { escapeHtml, htmlOf, isHtmlOf, plainOf, sanitise } from "../../src/platform/text/html.ts";
import { clean, codePoints, normalise, slugOf, truncate } from "../../src/platform/text/plain.ts";
import { useServer } from "./harness.ts";

const body = z.object({
  title: line({ min: 5, max: 10 }).optional(),
  text: paragraphs({ max: 10 }).optional(),
  note: clearableParagraphs({ max: 10 }).optional(),
});

const server = useServer([
  route({
    method: "POST",
    path: "/v2/texts",
    tag: "Texts",
    operationId: "createTexts",
    summary: "The text as it is stored",
    access: anyone,
    body,
    response: z.object({ got: body }),
    handle: (call) => ({ got: call.body }),
  }),
]);

const post = (fields: Record<string, string>, as: "json" | "urlencoded" | "multipart" = "json") =>
  server.api.post("/v2/texts", fields, { as });

test.each([
  ["ASCII", "abcde", "abcdefghij"],
  ["emoji outside the basic plane", "🎙🎙🎙🎙🎙", "🎙".repeat(10)],
  ["combined letters, counted composed", "e\u0301".repeat(5), "e\u0301".repeat(10)],
  ["marks that do not compose", "q\u0323q\u0323q", "q\u0323".repeat(5)],
  ["blanks around it", `  abcde \n`, `\t abcdefghij  `],
  ["a family of emoji, its joiners counted", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧\u200d👦abc"],
])("lengths count code points after trimming and NFC: %s", async (_what, shortest, longest) => {
  for (const as of ["json", "urlencoded", "multipart"] as const)
    for (const title of [shortest, longest]) {
      const { status, response } = await post({ title }, as);
      expect([status, response.got.title]).toEqual([200, title.normalize("NFC").trim()]);
    }
  const points = [...longest.normalize("NFC").trim()];
  expect(points.length).toBe(10);
  expect((await post({ title: `${longest.trim()}z` })).error.fields).toEqual({
    title: "must have at most 10 characters",
  });
  const four = [...shortest.normalize("NFC").trim()].slice(0, 4).join("");
  expect((await post({ title: four })).error.fields).toEqual({
    title: "must have at least 5 characters",
  });
});

test("line breaks become LF, and single-line texts have none", async () => {
  const { response } = await post({ text: "a\r\nb\rc\nd\te", title: "one\r\n  two" });
  expect(response.got).toEqual({ text: "a\nb\nc\nd\te", title: "one two" });
});

test.each(["\0", "\u0007", "\u001b", "\u007f", "\u0085", "\u009f", "\ud83c", "\udc00"])(
  "the character %j is refused",
  async (character) => {
    for (const field of ["title", "text", "note"]) {
      const { status, error } = await post({ [field]: `abc${character}def` });
      expect([status, error.fields]).toEqual([400, { [field]: "contains a control character" }]);
    }
  },
);

test("normalising a stored text again does not change it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = normalise(text);
      expect(normalise(once)).toBe(once);
      expect(once).not.toContain("\r");
      expect(codePoints(once)).toBe([...once].length);
      const stored = clean(text);
      expect(clean(stored)).toBe(stored);
      expect(stored.isWellFormed()).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("truncation respects the limit and keeps whole characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const cut = truncate(text, limit);
      expect(codePoints(cut)).toBeLessThanOrEqual(Math.max(limit, 0));
      if (codePoints(text) <= limit) expect(cut).toBe(text);
    }),
    { seed: 7, numRuns: 300 },
  );
  expect(truncate("🎙🎙🎙", 2)).toBe("🎙…");
});

test("a slug is ASCII and has a fallback", () => {
  expect(slugOf("Größe: Über Äpfel & Öl!", "x")).toBe("grosse-uber-apfel-ol");
  expect(slugOf("日本語", "show-7")).toBe("show-7");
  expect(slugOf(`${"a".repeat(79)} b`, "x")).toBe("a".repeat(79));
});

test("HTML keeps links, lists, emphasis, paragraphs, breaks and headings, and nothing active", () => {
  const kept =
    "<h2>Notes</h2><p>One<br /><em>two</em> <strong>three</strong></p><ul><li>four</li></ul>";
  expect(sanitise(kept)).toBe(kept);
  expect(sanitise('<a href="https://example.org" onclick="x()" target="_top">a</a>')).toBe(
    '<a href="https://example.org" rel="noopener nofollow ugc">a</a>',
  );
  for (const hostile of [
    "<script>alert(1)</script>",
    '<img src="x" onerror="alert(1)">',
    '<iframe src="https://example.org"></iframe>',
    "<style>p{}</style>",
    '<svg onload="alert(1)"><a xlink:href="javascript:alert(1)"></a></svg>',
  ])
    expect(sanitise(hostile)).not.toMatch(/<(?!\/?a\b)|script|alert|on\w+=|javascript/);
  for (const href of ["javascript:alert(1)", "data:text/html,x", "//example.org", "vbscript:x"])
    expect(sanitise(`<a href="${href}">a</a>`)).not.toContain(href);
});

test("HTML is converted to plain text and back", () => {
  expect(
    plainOf("<p>One &amp; two</p>\n<p>three<br>four</p><ul><li>five</li><li>six</li></ul>"),
  ).toBe("One & two\n\nthree\nfour\n\nfive\nsix".replace("\n\nfive", "\n\nfive"));
  expect(plainOf("a &lt;b&gt; &amp;lt; c")).toBe("a <b> &lt; c");
  expect(plainOf("<script>x</script>kept")).toBe("kept");
  expect(htmlOf("")).toBe("");
  expect(htmlOf("One\ntwo\n\n<three>")).toBe("<p>One<br />two</p>\n<p>&lt;three&gt;</p>");
  expect(htmlOf('See "https://example.org/?a=1&b=2", (http://example.com).')).toBe(
    "<p>See &#34;" +
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener nofollow ugc">https://example.org/?a=1&amp;b=2</a>' +
      '&#34;, (<a href="http://example.com" rel="noopener nofollow ugc">http://example.com</a>).</p>',
  );
});

test("any plain text survives conversion to HTML and sanitising", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const html = htmlOf(clean(text));
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
      expect(plainOf(sanitise(html))).toBe(
        clean(text)
          .replace(/[ \t]*\n[ \t]*/g, "\n")
          .replace(/\n{3,}/g, "\n\n"),
      );
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("HTML converted from plain text is recognised", () => {
  const text = fc
    .array(fc.constantFrom("\n", "\n\n", "a", "<", "https://a.example/", " ", "</p>\n<p>"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(isHtmlOf(one, htmlOf(one))).toBe(true);
      expect(isHtmlOf(one, htmlOf(other))).toBe(htmlOf(one) === htmlOf(other));
      expect(isHtmlOf(one, `${htmlOf(one)}.`)).toBe(false);
    }),
    { seed: 8, numRuns: 300 },
  );
});

test("a megabyte of hostile HTML is processed at once", { timeout: 20_000 }, () => {
  for (const text of ["<br", "<", "</p ", " ", "<a href='", "&", "http://"])
    plainOf(htmlOf(text.repeat(200_000)) + text.repeat(200_000));
});
