/** The time zones that people choose from. */
import { expect, test } from "vitest";
import { currentTimezone, isTimezone, timezoneChoices } from "./timezones.ts";

test("zones are listed by their names of today, each once", () => {
  const [none, ...choices] = timezoneChoices("None");
  expect(none).toEqual(["", "None"]);
  const names = choices.map(([name]) => name);
  for (const name of ["Asia/Kolkata", "Europe/Kyiv", "America/Nuuk", "Europe/Rome"])
    expect(names).toContain(name);
  for (const name of ["Asia/Calcutta", "Europe/Kiev", "America/Godthab"])
    expect(names).not.toContain(name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !isTimezone(name))).toEqual([]);
});

test("a new name is another name of the same zone", () => {
  const zoneOf = (name: string) =>
    new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  for (const old of Intl.supportedValuesOf("timeZone"))
    expect(zoneOf(currentTimezone(old)), old).toBe(zoneOf(old));
});
