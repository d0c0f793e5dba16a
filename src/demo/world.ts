/** Defines the context that all parts of the demo share: stores, a clock that can be set, the API, random numbers. */
import type { OpenDeps } from "../deps.ts";
import type { Caller, Client } from "./client.ts";
import { openRandom, type Random } from "./random.ts";

/** How much to make, from which seed. */
export type Scale = Readonly<{ seed: number; episodes: number; days: number; downloads: number }>;

export type World = Readonly<{
  deps: OpenDeps;
  scale: Scale;
  client: Client;
  /** The moment at which the demo began. */
  now: Date;
  /** Aborts when the operator interrupts the command, and when part of the demo has failed. */
  signal: AbortSignal;
  /** Sets the clock of the server; null lets it run again. */
  setTime(time: Date | null): void;
  random(...purpose: (string | number)[]): Random;
  /** Tells the operator what is being made. */
  progress(line: string): void;
}>;

export const randomOf =
  ({ seed }: Scale): World["random"] =>
  (...purpose) =>
    openRandom(seed, ...purpose);

export const DAY_MS = 86_400_000;

/** `YYYY-MM-DD HH:MM:SS`, as the API reads times. */
export const wireMoment = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** The date of the day `days` days after today. */
export const dayAfter = ({ now }: Pick<World, "now">, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** A person of the demo. */
export type Person = Caller & Readonly<{ fullname: string }>;
