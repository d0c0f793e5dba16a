/** Makes the people of the network: those whose accounts are printed, the other authors, and listeners. */
import { randomBytes } from "node:crypto";
import {
  addNetwork,
  createOrganization,
  setMember,
} from "../features/people/organizations/actions.ts";
import { createToken, createUser, setUser } from "../features/people/users/actions.ts";
import { PHRASES } from "./content/phrases.ts";
import type { Language } from "./content/schema.ts";
import { SHOWS } from "./content/shows.ts";
import { drawCover } from "./covers/drawing.ts";
import type { Person, World } from "./world.ts";

const ROLES = ["creator", "ad_manager", "analyst", "listener", "admin"] as const;
type Role = (typeof ROLES)[number];

/** An account whose password is printed. */
export type Account = Readonly<{ role: Role; username: string; password: string }>;

export type People = Readonly<{
  accounts: readonly Account[];
  byRole: Readonly<Record<Role, Person>>;
  /** The author of the shows in a language. */
  authors: Readonly<Record<Language, Person>>;
  listeners: readonly (Person & Readonly<{ language: Language }>)[];
  organization_id: number;
}>;

const NETWORK = "Far Shore Audio";
const ABOUT_NETWORK =
  "An invented network of twelve programmes in five languages, made to show what Longwave looks like when it is in use.";

type Introduction = readonly [
  fullname: string,
  location: string,
  timezone: string,
  description: string,
];

/** The people with their roles, and where they live. */
const STAFF: Readonly<Record<Role, Introduction>> = {
  creator: [
    "Mara Ellison",
    "Bristol",
    "Europe/London",
    "Makes radio at night and answers letters in the morning.",
  ],
  ad_manager: ["Idris Calloway", "London", "Europe/London", "Sells the quiet before the story."],
  analyst: ["Greta Lindholm", "Berlin", "Europe/Berlin", "Counts listeners, carefully."],
  listener: [
    "Noah Whitfield",
    "Dublin",
    "Europe/Dublin",
    "Listens while cycling, and too late at night.",
  ],
  admin: ["Front Desk", "London", "UTC", "Looks after this server."],
};

const AUTHORS: Readonly<Record<Exclude<Language, "en">, Introduction>> = {
  it: ["Ilaria Montefusco", "Ferrara", "Europe/Rome", "Attraversa fiumi, di solito a piedi."],
  es: ["Tomás Villaurrutia", "Cádiz", "Europe/Madrid", "Pone la mesa y escucha."],
  de: ["Henrike Solmsdorf", "Leipzig", "Europe/Berlin", "Schläft am besten im Zug, also nie."],
  fr: ["Solène Dargaud", "Brest", "Europe/Paris", "Écoute aux portes, pour leur grincement."],
};

const usernameOf = (fullname: string): string =>
  fullname
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]+/g, "_");

/** The password is random whatever the seed is: one that follows from the seed could be guessed. */
const newPassword = (): string => randomBytes(10).toString("hex");

async function makePerson(
  world: World,
  fullname: string,
  password: string,
  admin = false,
): Promise<Person> {
  // Letters with accents become several characters, of which the pattern keeps one.
  const username = usernameOf(fullname).replace(/^_|_$/g, "");
  const email = `${username}@farshore.example`;
  const user_id = await createUser(world.deps, { username, email, fullname, password, admin });
  return { user_id, username, fullname, token: await createToken(world.deps, username) };
}

export async function makePeople(world: World): Promise<People> {
  const accounts: Account[] = [];
  const byRole = {} as Record<Role, Person>;
  for (const role of ROLES) {
    const [fullname, location, timezone, description] = STAFF[role];
    const password = newPassword();
    const person = await makePerson(world, fullname, password, role === "admin");
    byRole[role] = person;
    accounts.push({ role, username: person.username, password });
    await introduce(world, person, { location, timezone, description });
  }
  const authors = { en: byRole.creator } as Record<Language, Person>;
  for (const [language, [fullname, location, timezone, description]] of Object.entries(AUTHORS)) {
    const person = await makePerson(world, fullname, newPassword());
    authors[language as Language] = person;
    await introduce(world, person, { location, timezone, description });
  }
  for (const author of Object.values(authors)) {
    const about = SHOWS.find(({ host }) => host === author.fullname);
    await portray(world, author, about?.cover.colours);
    await setUser(world.deps, author.username, { verified: true });
  }
  const organization_id = await organize(world, byRole, Object.values(authors));
  return { accounts, byRole, authors, organization_id, listeners: await makeListeners(world) };
}

const introduce = (world: World, person: Person, about: object) =>
  world.client.call(person, "POST", `users/${person.user_id}`, about);

async function portray(world: World, person: Person, colours = SHOWS[1]?.cover.colours) {
  if (colours === undefined) return;
  const random = world.random("portrait", person.username);
  const bytes = await drawCover({ composition: "portrait", colours }, random);
  await world.client.call(
    person,
    "POST",
    `users/${person.user_id}`,
    {},
    { image_file: { bytes, name: "portrait.jpg" } },
  );
}

/** The organization with everybody's shows; the creator is its admin. */
async function organize(
  world: World,
  byRole: Readonly<Record<Role, Person>>,
  authors: readonly Person[],
) {
  const { deps, client } = world;
  const named = { name: NETWORK };
  const { organization_id } = await createOrganization(deps, named, byRole.creator.user_id, true);
  for (const { user_id } of authors) await addNetwork(deps, { organization_id, user_id });
  for (const role of ["ad_manager", "analyst"] as const)
    await setMember(deps, { organization_id, user_id: byRole[role].user_id, role });
  for (const { user_id } of authors.filter((author) => author !== byRole.creator))
    await setMember(deps, { organization_id, user_id, role: "editor" });
  const bytes = await drawCover(
    { composition: "waves", colours: ["#f4efe4", "#10203a", "#c8553d", "#2f5d8a", "#f2b544"] },
    world.random("organization"),
  );
  const about = { description: ABOUT_NETWORK };
  const files = { image_file: { bytes, name: "network.jpg" } };
  await client.call(byRole.creator, "POST", `organizations/${organization_id}`, about, files);
  return organization_id;
}

async function makeListeners(world: World) {
  const listeners = [];
  for (const [language, { listeners: names }] of Object.entries(PHRASES))
    for (const fullname of names) {
      const person = await makePerson(world, fullname, newPassword());
      listeners.push({ ...person, language: language as Language });
    }
  return listeners;
}
