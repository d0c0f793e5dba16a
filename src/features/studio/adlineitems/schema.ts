/** Parameters and forms of line items. */
import { z } from "zod";
import { id, integer, oneOf } from "../../../platform/http/params.ts";
import { lineitemParams, newLineitemParams } from "../../advertising/lineitems/schema.ts";
import { country } from "../../advertising/lineitems/targeting/schema.ts";
import { paramsIn } from "./fields.ts";
import { CHANGES } from "./proposing.ts";

export const lineitemId = z.object({ lineitem_id: id() });

/** The campaign of a new line item. */
export const newQuery = z.object({ campaign: id().optional().catch(undefined) });

/** A change that the form begins with. */
export const editQuery = z.object({
  change: oneOf(CHANGES).optional().catch(undefined),
  /** The country that the change adds. */
  country: country.optional().catch(undefined),
});

/** The change that is applied, and the revision that it was compared with. */
export const applyForm = z.object({
  change: oneOf(CHANGES),
  country: country.optional(),
  revision: integer(),
});

/** Whether the page simulates what would help. */
export const shownQuery = z.object({ simulate: oneOf(["1"]).optional().catch(undefined) });

/** What the button was: saving is the usual one. */
const step = oneOf(["save", "forecast"]).catch("save");

export const newForm = z.preprocess(paramsIn, newLineitemParams.extend({ step }));
export const editForm = z.preprocess(
  paramsIn,
  lineitemParams.extend({ step, revision: integer() }),
);

export const actForm = z.object({ act: oneOf(["start", "pause", "clone"]) });
/** Who deletes a line item types its name. */
