/** The fields of a show's details as the form sends them: those of the API, each optional. */
import type { z } from "zod";
import { showParams } from "../../../publishing/shows/schema.ts";
import { ticked } from "../schema.ts";
import { fundingText } from "./funding.ts";

export const detailsForm = showParams
  .pick({
    title: true,
    description: true,
    language: true,
    category_id: true,
    category_2_id: true,
    category_3_id: true,
    itunes_type: true,
    author_name: true,
    owner_name: true,
    email: true,
    copyright: true,
    website_url: true,
    permalink: true,
    socialnet1_url: true,
    socialnet2_name: true,
    tel_number: true,
    sms_number: true,
    voipchat_name: true,
    visibility: true,
    episodes_sorting: true,
    episode_description_footer_html: true,
    delivery_profile: true,
    timezone: true,
  })
  .extend({
    explicit: ticked(),
    loudness_normalisation: ticked(),
    funding: fundingText().optional(),
  });

export type DetailsForm = z.infer<typeof detailsForm>;
