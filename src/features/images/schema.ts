/** Parameters that go with an uploaded picture. */
import { line } from "../../platform/http/params.ts";

/** Spread into the body of every route that takes `imageField`. Judged only when a file came. */
export const imageParams = {
  image_crop: line({ max: 100 }).optional().meta({
    description:
      "`x1,y1,x2,y2` in pixels of the upright picture: top left and bottom right corner of the part to show. Counts only beside `image_file`.",
  }),
};
