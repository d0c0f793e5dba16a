/** Parameters of the pages that begin a show or an import: the fields of the API's routes, as a form sends them. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";
import { newShowParams } from "../../publishing/shows/schema.ts";

export const importId = z.object({ import_id: id() });

export const showForm = newShowParams.pick({
  title: true,
  language: true,
  description: true,
  category_id: true,
});
