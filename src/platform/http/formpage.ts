/** Declares a form and its submission together, so that errors are shown beside the fields. */
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { FailureKind } from "../errortypes.ts";
import { Failure } from "../failure.ts";
import { announceLimit } from "./errors.ts";
import type { Html } from "./html.ts";
import {
  type FormValues,
  type Page,
  type PageAccess,
  type PageAnswer,
  type PageCall,
  type PageSpec,
  page,
  type Redirect,
} from "./pages.ts";

/** Why a form is shown again. All three are empty the first time. */
export type Refusal = Readonly<{
  given: FormValues;
  /** Field → what is wrong with it. */
  fields: Readonly<Record<string, string>>;
  /** An error that concerns the whole form. */
  message: string | null;
}>;

const FIRST_TIME: Refusal = { given: {}, fields: {}, message: null };

type FormPageSpec<P, Q, B, A extends PageAccess, D> = Omit<
  PageSpec<P, Q, B, A, D>,
  "method" | "handle" | "body"
> &
  Readonly<{
    body: z.ZodType<B>;
    show: (
      call: PageCall<P, Q, B, A>,
      refusal: Refusal,
      deps: D,
    ) => Promise<Html | Redirect> | Html | Redirect;
    submit: (call: PageCall<P, Q, B, A>, value: B, deps: D) => Promise<PageAnswer>;
  }>;

/**
 * A form and its submission at one path: GET shows it, POST submits it. If its schema refuses the values, or `submit`
 * fails with `invalid`, `conflict`, `stale`, `forbidden` or `too-many`, the form is shown again with the submitted values and
 * the errors.
 */
export function formPage<P, Q, B, A extends PageAccess, D>(
  spec: FormPageSpec<P, Q, B, A, D>,
): Page<D>[] {
  const { show, submit, ...shared } = spec;
  return [
    page<P, Q, B, A, D>({
      ...shared,
      method: "GET",
      handle: (call, deps) => show(call, FIRST_TIME, deps),
    }),
    page<P, Q, B, A, D>({
      ...shared,
      method: "POST",
      async handle(call, deps) {
        const { form, reply } = call;
        if (!form.ok) {
          const { fields, given, failure } = form;
          if (failure !== undefined)
            return show(call, { ...refusalOf(failure, reply), given }, deps);
          reply.code(400);
          return show(call, { fields, given, message: null }, deps);
        }
        try {
          return await submit(call, form.value, deps);
        } catch (error) {
          return show(call, { ...refusalOf(error, reply), given: form.given }, deps);
        }
      },
    }),
  ];
}

/** Errors that the person can correct on the page; all others are shown on an error page. */
const MENDABLE: Partial<Record<FailureKind, number>> = {
  invalid: 400,
  forbidden: 403,
  conflict: 409,
  stale: 412,
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
