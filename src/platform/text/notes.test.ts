/** Tests notes: what people type becomes the HTML that they mean, and comes back as they typed it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitise } from "./html.ts";
import { htmlOfNotes } from "./notes.ts";
import { notesOfHtml } from "./notesofhtml.ts";

test.each([
  ["One\n\nTwo", "<p>One</p>\n<p>Two</p>"],
  ["One\nmore", "<p>One<br />more</p>"],
  ["**Bold** and _italic_", "<p><strong>Bold</strong> and <em>italic</em></p>"],
  ["**_both_**", "<p><strong><em>both</em></strong></p>"],
  ["[The pier](https://example.org/a_b)", '<p><a href="https://example.org/a_b">The pier</a></p>'],
  [
    "See https://example.org/x.",
    '<p>See <a href="https://example.org/x">https://example.org/x</a>.</p>',
  ],
  ["- One\n- Two", "<ul><li>One</li><li>Two</li></ul>"],
  ["1. One\n2. Two", "<ol><li>One</li><li>Two</li></ol>"],
  ["## In this episode", "<h2>In this episode</h2>"],
  ["> Said\n> so", "<blockquote><p>Said<br />so</p></blockquote>"],
  ["a < b & c", "<p>a &lt; b &amp; c</p>"],
  ["snake_case_name", "<p>snake_case_name</p>"],
])("%j means %s, and comes back", (notes, html) => {
  expect(htmlOfNotes(notes)).toBe(html);
  expect(notesOfHtml(sanitise(html))).toBe(notes);
});

test("HTML of other programs is read as it looks", () => {
  const html = sanitise(
    '<div><b>Guest: </b>Ada <a href="https://x.example/(1)">her (site)</a></div><ul><li><p>One</p></li><li>Two</li></ul><pre>- no list</pre>',
  );
  expect(notesOfHtml(html)).toBe(
    "**Guest:** Ada [her (site)](https://x.example/%281%29)\n\n- One\n- Two\n\n\\- no list",
  );
});

test("addresses of other schemes stay text, and markup of a stranger is text", () => {
  expect(htmlOfNotes("[x](javascript:alert(1)) <script>")).toBe(
    "<p>[x](javascript:alert(1)) &lt;script&gt;</p>",
  );
});

test("text that looks like markup keeps its characters on the way through", () => {
  const piece = fc.constantFrom(
    "a",
    " ",
    "*",
    "**",
    "_",
    "[x](",
    "https://e.org/_a_",
    ")",
    "\\",
    "- ",
    "1. ",
    "#",
    ">",
    "\n",
    "&",
    "<",
    "(",
  );
  const text = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (plain) => {
      const html = sanitise(
        `<p>${plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br />")}</p>`,
      );
      const words = (markup: string) =>
        markup
          .replace(/<br \/>/g, " ")
          .replace(/<[^>]*>/g, "")
          .replace(/\s+/g, " ")
          .trim();
      expect(words(sanitise(htmlOfNotes(notesOfHtml(html))))).toBe(words(html));
    }),
    { numRuns: 2000 },
  );
});

test("long texts take time in proportion to their length", () => {
  for (const piece of ["**a ", "_a ", "[a", "[a](", "> ", "https://", "<b>", '<a href="x">', "\\"])
    expect(
      htmlOfNotes(piece.repeat(15_000)).length + notesOfHtml(piece.repeat(15_000)).length,
    ).toBeGreaterThan(0);
});
