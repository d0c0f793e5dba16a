/** Converts events to API objects; pure. */
import type { EventShape } from "./schema.ts";
import type { EventRow } from "./store.ts";

export const eventView = ({ type, at, sequence, data }: EventRow): EventShape => ({
  type,
  timestamp: at.toISOString(),
  sequence,
  data,
});
