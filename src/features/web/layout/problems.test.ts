/** Refusals of the API are whole sentences in the language of the page. */
import { expect, test } from "vitest";
import { problemsOf } from "./problems.ts";

const said = (lang: string, text: string) =>
  problemsOf(lang, { given: {}, fields: { one: text }, message: null }).fields.one;

test("an empty field is asked to be filled in, not to have a number of characters", () => {
  expect(said("en", "must have at least 1 character")).toBe("Fill in this field.");
  expect(said("de", "must have at least 1 entry")).toBe("Bitte fülle dieses Feld aus.");
});

test("what forms of the studio meet has a sentence of its own in each language", () => {
  expect(said("de", "must have at most 20 entries")).toBe("Verwende höchstens 20 Einträge.");
  expect(said("es", "must be at least 1")).toBe("Escribe 1 o más.");
  expect(said("fr", "belongs to another episode of this show")).toBe(
    "Un autre épisode de ce podcast a cet identifiant.",
  );
  expect(said("it", "must have at most 200,000 bytes")).toBe("Il file è troppo grande.");
  expect(said("en", "is required to publish at a date")).toBe("Enter a date and a time.");
});
