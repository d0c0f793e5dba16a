/** Parameters of the pages of a show's imports. */
import { z } from "zod";
import { id } from "../../../../platform/http/params.ts";
import { importParams } from "../../../publishing/imports/schema.ts";

export const lookForm = importParams.pick({ feed_url: true, media: true });

export const ofImport = z.object({ show_id: id(), import_id: id() });
