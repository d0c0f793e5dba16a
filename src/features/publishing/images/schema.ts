/** Parameters sent with an uploaded image. */
import { line } from "../../../platform/http/params.ts";

/** For the body of every route that accepts `imageField`. Only validated if there is a file. */
export const imageParams = {
  image_crop: line({ max: 100 }).optional().meta({
    description:
      "`x1,y1,x2,y2` in pixels of the upright image: the top left and bottom right corners of the part to show. Used only together with `image_file`.",
  }),
};
