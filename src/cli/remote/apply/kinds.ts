/** The kinds of records that `apply` creates and changes: how each is found, read and written. */
import type { Name } from "../../../../clients/typescript/src/client.ts";
import type { ListName } from "../../../../clients/typescript/src/pages.ts";

export type Kind = Readonly<{
  /** As in the file, such as `campaigns`; also the order in which they are applied. */
  section: string;
  /** As in the answers of the API. */
  record: string;
  id: string;
  /** The field of the file that identifies a record, and stays the same between runs. */
  key: string;
  list: ListName;
  /** Whether the list and new records belong to a team. */
  ofTeam: boolean;
  get: Name;
  create: Name;
  update: Name;
  /** A field that names another record of the file by its key, and the field that is sent instead. */
  reference?: Readonly<{ field: string; section: string; sentAs: string }>;
}>;

export const KINDS: readonly Kind[] = [
  {
    section: "shows",
    record: "show",
    id: "show_id",
    key: "permalink",
    list: "listUserShows",
    ofTeam: false,
    get: "getShow",
    create: "createShow",
    update: "updateShow",
  },
  {
    section: "webhooks",
    record: "webhook",
    id: "webhook_id",
    key: "url",
    list: "listWebhooks",
    ofTeam: false,
    get: "getWebhook",
    create: "createWebhook",
    update: "updateWebhook",
  },
  {
    section: "advertisers",
    record: "advertiser",
    id: "advertiser_id",
    key: "external_id",
    list: "listAdvertisers",
    ofTeam: true,
    get: "getAdvertiser",
    create: "createAdvertiser",
    update: "updateAdvertiser",
  },
  {
    section: "campaigns",
    record: "campaign",
    id: "campaign_id",
    key: "external_id",
    list: "listCampaigns",
    ofTeam: true,
    get: "getCampaign",
    create: "createCampaign",
    update: "updateCampaign",
    reference: { field: "advertiser", section: "advertisers", sentAs: "advertiser_id" },
  },
  {
    section: "lineitems",
    record: "lineitem",
    id: "lineitem_id",
    key: "external_id",
    list: "listLineItems",
    ofTeam: true,
    get: "getLineItem",
    create: "createLineItem",
    update: "updateLineItem",
    reference: { field: "campaign", section: "campaigns", sentAs: "campaign_id" },
  },
];
