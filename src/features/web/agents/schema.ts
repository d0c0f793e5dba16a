/** The shape of a tool for agents, and of the API as tools see it. */
import type { z } from "zod";

/** An answer of the API, without its envelope. */
export type Answer = Readonly<{ body: Record<string, unknown>; etag: string | null }>;

/** Calls the API with the caller's own token; throws a `Refused` for every answer that is not 2xx. */
export type Api = Readonly<{
  get(path: string, query?: Readonly<Record<string, unknown>>): Promise<Answer>;
  post(path: string, fields: Readonly<Record<string, unknown>>, ifMatch?: string): Promise<Answer>;
  /** The caller's token. The model that calls tools does not see it, so it cannot sign confirmations itself. */
  secret: string;
  now: Date;
}>;

/** A refusal of the API, in words for the agent. */
export class Refused extends Error {}

/** A tool: its name, what it does, what it takes, and what it answers. */
export type Tool<Input = unknown> = Readonly<{
  name: string;
  title: string;
  description: string;
  input: z.ZodType<Input>;
  /** Whether it only reads. */
  reads: boolean;
  run: (input: Input, api: Api) => Promise<object>;
}>;

/** Checks the types of one tool; a list of tools has the types of none. */
export const tool = <Input>(declared: Tool<Input>): Tool => declared as unknown as Tool;
