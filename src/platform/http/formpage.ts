/** A form and its sending as one declaration, so that refusals are shown where they can be mended. */
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import { Failure, type FailureKind } from "../failure.ts";
import { announceLimit } from "./errors.ts";
import type { Html } from "./html.ts";
import {
  type Given,
  type Page,
  type PageAccess,
  type PageCall,
  type PageSpec,
  page,
  type Redirect,
} from "./pages.ts";

/** Why a form is shown again. The first time all three are empty. */
export type Refusal = Readonly<{
  given: Given;
  /** Field → what is wrong with it. */
  fields: Readonly<Record<string, string>>;
  /** What is wrong with the whole. */
  message: string | null;
}>;

const FIRST_TIME: Refusal = { given: {}, fields: {}, message: null };

type FormPageSpec<P, Q, B, A extends PageAccess> = Omit<
  PageSpec<P, Q, B, A>,
  "method" | "handle" | "body"
> &
  Readonly<{
    body: z.ZodType<B>;
    show(call: PageCall<P, Q, B, A>, refusal: Refusal): Promise<Html> | Html;
    submit(call: PageCall<P, Q, B, A>, value: B): Promise<Html | Redirect>;
  }>;

/**
 * A form and its sending, at one path: GET shows it, POST submits it. A form that its schema
 * refuses, or that `submit` fails with `invalid`, `conflict`, `forbidden` or `too-many`, is shown
 * again with what was typed and what is wrong.
 */
export function formPage<P, Q, B, A extends PageAccess>(spec: FormPageSpec<P, Q, B, A>): Page[] {
  const { show, submit, ...shared } = spec;
  return [
    page<P, Q, B, A>({ ...shared, method: "GET", handle: (call) => show(call, FIRST_TIME) }),
    page<P, Q, B, A>({
      ...shared,
      method: "POST",
      async handle(call) {
        const { form, reply } = call;
        if (!form.ok) {
          reply.code(400);
          return show(call, { ...form, message: null });
        }
        try {
          return await submit(call, form.value);
        } catch (error) {
          return show(call, { ...refusalOf(error, reply), given: form.given });
        }
      },
    }),
  ];
}

/** What the person can mend on the page itself; all else belongs on an error page. */
const MENDABLE: Partial<Record<FailureKind, number>> = {
  invalid: 400,
  forbidden: 403,
  conflict: 409,
  "too-many": 429,
};

function refusalOf(error: unknown, reply: FastifyReply): Omit<Refusal, "given"> {
  const status = error instanceof Failure ? MENDABLE[error.kind] : undefined;
  if (!(error instanceof Failure) || status === undefined) throw error;
  reply.code(status);
  announceLimit(error, reply);
  return error.fields === null
    ? { fields: {}, message: error.message }
    : { fields: error.fields, message: null };
}
