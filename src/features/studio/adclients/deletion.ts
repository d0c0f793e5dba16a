/** The pages on which something of advertising is deleted, once its name was typed. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { deletionView } from "./forms.ts";
import { deleteForm } from "./schema.ts";
import { isItsName } from "./values.ts";
import { adClientsWords } from "./words.ts";

type Deletion<P> = Readonly<{
  /** Of the record, with its parameter. */
  path: string;
  summary: string;
  params: z.ZodType<P>;
  /** The page of the record. */
  pathOf(params: P): string;
  /** The list that it disappears from. */
  list: string;
  /** Reads it for somebody who may change it. */
  read(deps: Deps, caller: Caller, params: P): Promise<Readonly<{ name: string }>>;
  remove(deps: Deps, caller: Caller, params: P): Promise<unknown>;
  texts(locale: string): Readonly<{ title: string; lead: string }>;
}>;

export const deletionPages = <P>(deletion: Deletion<P>) =>
  formPage({
    path: `${deletion.path}/delete`,
    summary: deletion.summary,
    access: "signed-in",
    params: deletion.params,
    body: deleteForm,
    look: STUDIO_LOOK,
    async show(call, refusal, deps: Deps) {
      const words = adClientsWords(call.locale);
      const { title, lead } = deletion.texts(call.locale);
      const { name } = await deletion.read(deps, callerOf(call.session), call.params);
      const back = deletion.pathOf(call.params);
      return adLayout(call, deps, {
        title,
        subtitle: name,
        narrow: true,
        body: deletionView({
          words,
          csrf: call.csrf,
          refusal: problemsOf(words.lang, refusal),
          action: `${back}/delete`,
          back,
          name,
          lead,
        }),
      });
    },
    async submit({ params, session, locale }, { name }, deps: Deps) {
      const caller = callerOf(session);
      const record = await deletion.read(deps, caller, params);
      if (!isItsName(name, record)) throw invalid({ name: adClientsWords(locale).wrong_name });
      await deletion.remove(deps, caller, params);
      return doneAt(deletion.list, "deleted");
    },
  });
