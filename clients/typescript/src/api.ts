/** The records and operations of the API. Generated from `openapi.json`: do not edit. */

/** On `days` (1 is Monday), from the hour `from` up to the hour `to`, in the line item's time zone. A period that crosses midnight needs two entries. */
export type Daypart = { days: (number)[]; from: number; to: number; };

export type BulkCuepoint = { timecode?: number; ads_max_count?: number; percent?: number; };

export type PersonInput = { name: string; role?: string | null; group?: string | null; image_url?: string | null; url?: string | null; };

export type FundingLinkInput = { url: string; title?: string | null; };

export type LocationInput = { name: string; rel?: "subject" | "creator" | null; geo?: string | null; osm?: string | null; country?: string | null; };

export type FreeTextInput = { text: string; purpose?: string | null; };

export type PaymentInput = { type: string; method: string; suggested?: number | null; recipients?: (PaymentRecipientInput)[]; time_splits?: (PaymentTimeSplitInput)[]; };

export type PaymentRecipientInput = { name?: string | null; type: string; address: string; split: number | null; fee?: boolean; custom_key?: string | null; custom_value?: string | null; };

export type PaymentTimeSplitInput = { starts_at: number; duration: number; remote_starts_at?: number | null; remote_percentage?: number | null; remote_item?: { feed_guid: string; feed_url?: string | null; item_guid?: string | null; medium?: string | null; title?: string | null; } | null; recipients?: (PaymentRecipientInput)[]; };

export type TrailerInput = { title: string; url: string; published_at: string; bytes?: number | null; type?: string | null; season_number?: number | null; };

export type AdditionalImageInput = { url: string; alt?: string | null; aspect_ratio?: string | null; width?: number | null; height?: number | null; type?: string | null; purpose?: string | null; };

export type DirectoryListingInput = { directory: string; url: string; };

export type SoundbiteInput = { starts_at: number; duration: number; title?: string | null; };

export type DiscussionLinkInput = { protocol: string; uri?: string | null; account_id?: string | null; account_url?: string | null; priority?: number | null; };

/** A test of a webhook. */
export type WebhookTestEvent = { type: "webhook.test"; timestamp: string; sequence: number; data: { webhook_id: number; }; };

export type Error = { response: { error: { messages: (string)[]; code: number; type: string; fields?: { [name: string]: string }; request_id: string; }; }; };

export type User = { user_id: number; username: string; fullname: string; description: string; image_url: string | null; image_original_url: string | null; site_url: string; kind: "listener" | "producer"; plan: string; followers_count: number; followings_count: number; verified: boolean; is_following_you?: boolean; you_are_following?: boolean; };

export type OwnUser = { user_id: number; username: string; fullname: string; description: string; image_url: string | null; image_original_url: string | null; site_url: string; kind: "listener" | "producer"; plan: string; followers_count: number; followings_count: number; verified: boolean; email: string; contact_email: string | null; website_url: string | null; location: string | null; location_latitude: number | null; location_longitude: number | null; gender: string | null; birthday: string | null; show_age: boolean; content_languages: (string)[]; timezone: string | null; socialnet1_permalink: string | null; socialnet2_username: string | null; favorites_public: boolean; created_at: string; organizations: ({ organization_id: number; name: string; role: string; })[]; features: { storage_used_bytes: number; storage_limit_bytes: number | null; upload_limit_bytes: number; }; };

export type PublicUser = { user_id: number; username: string; fullname: string; description: string; image_url: string | null; image_original_url: string | null; site_url: string; kind: "listener" | "producer"; plan: string; };

export type Organization = { organization_id: number; name: string; description: string; site_url: string; image_url: string | null; image_original_url: string | null; team_id: number | null; members_count: number; shows_count: number; download_window: "day" | "first-touch"; created_at: string; };

export type ShowListItem = { show_id: number; title: string; site_url: string; image_url: string | null; image_original_url: string | null; author_id: number; category_id: number | null; category_2_id: number | null; category_3_id: number | null; category: Category | null; category_2: Category | null; category_3: Category | null; };

export type Category = { category_id: number; name: string; permalink: string; level: number; };

export type Member = { user_id: number; username: string; fullname: string; description: string; image_url: string | null; image_original_url: string | null; site_url: string; kind: "listener" | "producer"; plan: string; role: "admin" | "editor" | "analyst" | "ad_manager"; };

export type AuditEntry = { entry_id: number; at: string; actor: { user_id: number; username: string; fullname: string; } | null; via: "token" | "app" | "page" | "import" | "system"; action: string; before: { [name: string]: unknown }; after: { [name: string]: unknown }; };

export type LogEntry = { entry_id: number; at: string; actor: { user_id: number; username: string; fullname: string; } | null; via: "token" | "app" | "page" | "import" | "system"; action: string; before: { [name: string]: unknown }; after: { [name: string]: unknown }; subject: string; subject_name: string | null; };

export type Account = { user_id: number; username: string; fullname: string; email: string; plan: string; is_admin: boolean; verified: boolean; created_at: string; suspended_at: string | null; suspension_reason: string | null; shows_count: number; storage_used_bytes: number; storage_limit_bytes: number | null; };

export type Advertiser = { advertiser_id: number; name: string; team_id: number; iab_categories: string; domain: string | null; external_id: string | null; notes: string | null; created_at: string; updated_at: string; synched: true; };

export type Campaign = { campaign_id: number; name: string; team_id: number; advertiser_id: number; advertiser_name: string; status: "NOT_STARTED" | "RUNNING" | "STOPPED" | "COMPLETED"; currency: string; external_id: string | null; budget_amount: string | null; spent_amount: string; frequency_cap: (FrequencyCap)[]; start_date: string | null; end_date: string | null; created_at: string; updated_at: string; deleted_at: string | null; synched: true; };

export type FrequencyCap = { max: number; count: number; unit: string; };

export type ReportShare = { campaign_id: number; url: string; expires_at: string; };

export type LineItem = { lineitem_id: number; name: string; campaign_id: number; campaign_name: string; team_id: number; external_id: string | null; notes: string | null; active: boolean; canceled: boolean; status: "NOT_STARTED" | "RUNNING" | "STOPPED" | "COMPLETED"; delivery_status: "DRAFT" | "INCOMPLETE" | "SCHEDULED" | "DELIVERING" | "EXTENDED" | "PAUSED" | "COMPLETED" | "UNFULFILLED" | "CANCELED"; on_track: boolean; priority_id: number; start_date: string; end_date: string; timezone: string; auto_extend_days: number; goal_pacing: "PACED" | "ASAP" | "FRONT_LOADED"; goal_impressions: number | null; daily_cap: number | null; hard_cap: boolean; share_of_voice: number | null; price_type: "CPM" | "FLAT" | "NONE"; price_amount: string; impressions_tracked: number; revenue_amount: string; audio_ad_url: string | null; audio_ad_filename: string | null; creatives: (Creative)[]; target_ads_type: TargetingFilter | null; target_midroll_position: string | number | null; target_geo: TargetingFilter | null; target_devices: TargetingFilter | null; target_os: TargetingFilter | null; target_apps: TargetingFilter | null; target_shows: TargetingFilter | null; target_episodes: TargetingFilter | null; target_categories: TargetingFilter | null; target_languages: TargetingFilter | null; target_tags: TargetingFilter | null; target_dayparts: TargetingFilter | null; frequency_cap: (FrequencyCap)[]; exclusions: Exclusions | null; max_per_download: number; third_party_impression_urls: (string)[]; created_at: string; updated_at: string; deleted_at: string | null; };

export type Creative = { creative_id: number; version: number; weight: number; filename: string; status: "PENDING" | "PROCESSING" | "READY" | "ERROR"; error: string | null; duration: number | null; audio_url: string | null; sound: CreativeSound | null; created_at: string; };

export type CreativeSound = { loudness_lufs: number | null; true_peak_dbtp: number | null; silence_start: number; silence_end: number; source: { format: string; loudness_lufs: number | null; true_peak_dbtp: number | null; clipped: boolean; }; };

export type TargetingFilter = { type: "INCLUDE" | "EXCLUDE"; matcher: "ONE_OF"; values: (string | number | { days: (number)[]; from: number; to: number; })[]; };

export type Exclusions = { industries: (string)[]; advertisers: (number)[]; scope: "break" | "download"; };

export type BulkLineItemOutcome = { lineitem_id: number; changes: { [name: string]: { before: string | number | boolean | null; after: string | number | boolean | null; } }; problems: ({ field: string; message: string; })[]; };

export type CreativeSoundCheck = { creative_id: number; sound: CreativeSound | null; peaks: (number)[]; programmes: { episodes_count: number; quietest_lufs: number | null; loudest_lufs: number | null; jumps_count: number; greatest_jump_lu: number | null; }; advice: ("louder" | "quieter" | "clipped" | "peaks" | "silence-start" | "silence-end")[]; };

export type TeamImpressionTotals = { impressions_sold: number; revenue_amount: string; revenue_by_currency: ({ currency: string; revenue_amount: string; })[]; };

export type CampaignImpressionTotals = { campaign_id: number; name: string; is_deleted: boolean; impressions_sold: number; revenue_amount: string; };

export type DatedTeamImpressionTotals = { date: string; impressions_sold: number; revenue_amount: string; revenue_by_currency: ({ currency: string; revenue_amount: string; })[]; };

export type ImpressionTotals = { impressions_sold: number; revenue_amount: string; };

export type LineItemImpressionTotals = { lineitem_id: number; name: string; is_deleted: boolean; impressions_sold: number; revenue_amount: string; };

export type DatedImpressionTotals = { date: string; impressions_sold: number; revenue_amount: string; };

export type Reconciliation = { campaign_id: number; from: string; to: string; columns: { date: string; lineitem: string; impressions: string; revenue: string | null; }; lineitem_by: "id" | "external_id" | "name"; date_order: "day_first" | "month_first"; decimal_mark: "point" | "comma"; lines: number; compared: number; marked: number; sums: { impressions_sold: number; impressions_reported: number; impressions_difference: string | null; revenue_amount: string; revenue_reported: string | null; revenue_difference: string | null; is_marked: boolean; }; unknown: ({ name: string; lines: number; impressions_reported: number; })[]; unknown_count: number; items: ({ date: string; lineitem_id: number; name: string; impressions_sold: number; impressions_reported: number; impressions_difference: string | null; revenue_amount: string; revenue_reported: string | null; revenue_difference: string | null; is_marked: boolean; })[]; };

export type CampaignReportItem = { date: string | null; advertiser_id: number | null; advertiser_name: string | null; campaign_id: number | null; campaign_name: string | null; lineitem_id: number | null; lineitem_name: string | null; show_id: number | null; show_name: string | null; creative_id: number | null; creative_name: string | null; currency: string; impressions_sold: number; revenue_amount: string; ecpm_amount: string | null; };

export type CampaignReport = { from: string; to: string; dimensions: ("day" | "week" | "month" | "advertiser" | "campaign" | "lineitem" | "show" | "creative")[]; rows_count: number; totals: ({ currency: string; impressions_sold: number; revenue_amount: string; ecpm_amount: string | null; })[]; };

export type SavedReport = { report_id: number; organization_id: number; user_id: number; name: string; period: "custom" | "yesterday" | "last_7_days" | "last_30_days" | "last_week" | "this_month" | "last_month"; from: string | null; to: string | null; dimensions: ("day" | "week" | "month" | "advertiser" | "campaign" | "lineitem" | "show" | "creative")[]; advertiser_id: number | null; campaign_id: number | null; lineitem_id: number | null; report_url: string; created_at: string; updated_at: string; };

export type ReportSchedule = { report_id: number; frequency: "DAILY" | "WEEKLY" | "MONTHLY"; weekday: number | null; day: number | null; hour: number; timezone: string; status: "ACTIVE" | "STOPPED"; reason: "OWNER_RIGHTS" | null; next_at: string | null; recipients: ({ user_id: number; fullname: string; state: "READY" | "UNCONFIRMED" | "UNSUBSCRIBED" | "LEFT"; })[]; created_at: string; updated_at: string; };

export type ReportMail = { mail_id: number; user_id: number; fullname: string; day: string | null; state: "PENDING" | "SENT" | "SKIPPED" | "FAILED"; reason: "LEFT" | "UNCONFIRMED" | "UNSUBSCRIBED" | "STOPPED" | "REFUSED" | "UNREACHABLE" | "UNANSWERED" | "REPORT" | "NO_MAIL" | null; attempts: number; next_at: string | null; created_at: string; ended_at: string | null; };

export type OrganizationStatistics = { plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; likes_count: number; episodes_count: number; shows_count: number; followers_count: number; users_count: number; organization: Organization; };

export type PlayStatistics = ({ date: string; plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; })[];

export type ListenerStatistics = ({ date: string; listeners_count: number; })[];

export type HourStatistics = ({ weekday: number; hour: number; plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; })[];

export type SourceStatistics = { overall: ({ name: string; plays_count: number; percentage: number; })[]; details: ({ date: string; })[]; };

export type DeviceStatistics = ({ name: string; percentage: number; })[];

export type OperatingSystemStatistics = { desktop: ({ name: string; percentage: number; })[]; mobile: ({ name: string; percentage: number; })[]; };

export type GeographicStatistics = { country: ({ name: string; code: string; percentage: number; })[]; city: ({ name: string; percentage: number; })[]; };

export type ExclusionStatistics = ({ reason: string; requests_count: number; })[];

export type EpisodeAges = { episode_id: number; show_id: number; title: string; published_at: string; ages: ({ days: number; plays_count: number | null; downloads_count: number | null; total_count: number | null; is_complete: boolean; })[]; };

export type UserPlayTotals = { user_id: number; fullname: string; plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; is_deleted: boolean; is_transferred: boolean; };

export type UserStatistics = { plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; likes_count: number; episodes_count: number; shows_count: number; followers_count: number; user: PublicUser; };

export type LikeStatistics = ({ date: string; likes_count: number; })[];

export type FollowerStatistics = ({ date: string; followers_count: number; })[];

export type ShowPlayTotals = { show_id: number; title: string; plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; is_deleted: boolean; is_transferred: boolean; };

export type ShowStatistics = { plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; likes_count: number; episodes_count: number; title: string; show: ShowSummary; };

export type ShowSummary = { show_id: number; title: string; site_url: string; image_url: string | null; image_original_url: string | null; author_id: number; };

export type EpisodePlayTotals = { episode_id: number; title: string; plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; is_deleted: boolean; is_transferred: boolean; };

export type EpisodeStatistics = { plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; likes_count: number; chapters_count: number; messages_count: number; episode: EpisodeSummary; };

export type EpisodeSummary = { episode_id: number; type: "DRAFT" | "RECORDED" | "EXTERNAL" | "LIVE"; title: string; duration: number; explicit: boolean; show_id: number; author_id: number; site_url: string; image_url: string | null; image_original_url: string | null; published_at: string | null; download_enabled: boolean; playback_url: string; download_url: string; waveform_url: string | null; };

export type Annotation = { annotation_id: number; show_id: number; user_id: number; at: string; text: string; created_at: string; updated_at: string; };

export type Show = { show_id: number; title: string; site_url: string; image_url: string | null; image_original_url: string | null; author_id: number; category_id: number | null; category_2_id: number | null; category_3_id: number | null; category: Category | null; category_2: Category | null; category_3: Category | null; author: PublicUser; description: string; description_html: string; episode_description_footer_html: string | null; email: string | null; socialnet1_url: string | null; socialnet1_page_id: string | null; socialnet1_page_name: string | null; socialnet2_name: string | null; voipchat_name: string | null; sms_number: string | null; tel_number: string | null; website_url: string | null; language: string; episodes_sorting: "newest" | "oldest"; owner_name: string | null; author_name: string | null; copyright: string | null; last_episode_at: string | null; created_at: string; updated_at: string; listenable_episodes_count: number; editable_episodes_count: number; permalink: string; explicit: boolean; episodes_count: number; followers_count: number; plays_count: number; likes_count: number; feed_url: string; guid: string; visibility: "PUBLIC" | "LIMITED" | "PRIVATE"; itunes_type: "episodic" | "serial"; delivery_profile: string; loudness_normalisation: boolean; default_breaks: ({ position: "preroll" | "midroll" | "postroll"; ads_max_count: number; timecode?: number; })[]; limited_key?: string | null; limited_url?: string | null; timezone?: string | null; image_error?: string | null; };

export type Episode = { episode_id: number; type: "DRAFT" | "RECORDED" | "EXTERNAL" | "LIVE"; title: string; duration: number; explicit: boolean; show_id: number; author_id: number; site_url: string; image_url: string | null; image_original_url: string | null; published_at: string | null; download_enabled: boolean; playback_url: string; download_url: string; waveform_url: string | null; description: string; description_html: string; hidden: boolean; visibility: "PUBLIC" | "LIMITED" | "PRIVATE"; show: ShowSummary; author: PublicUser; permalink: string; image_medium_url: string | null; auto_published_at: string | null; encoding_status: "PENDING" | "PROCESSING" | "READY" | "ERROR"; tags: (string)[]; plays_count: number; plays_ondemand_count: number; plays_live_count: number; downloads_count: number; likes_count: number; messages_count: number; chapters_count: number; season_number: number | null; episode_number: number | null; season_episode_type: "FULL" | "TRAILER" | "BONUS"; rss_guid: string; episode_link: string | null; location_latitude: number | null; location_longitude: number | null; ai_generated: boolean; created_at: string; updated_at: string; encoding_error?: string | null; image_error?: string | null; media_url?: string | null; encoding_progress?: number; limited_key?: string | null; limited_url?: string | null; };

export type BulkOutcome = { episode_id: number; changes: { [name: string]: { before: string | number | boolean | (string)[] | (Cuepoint)[] | null; after: string | number | boolean | (string)[] | (Cuepoint)[] | null; } }; problems: ({ field: string; message: string; })[]; };

export type Cuepoint = { timecode: number; ads_max_count: number; };

export type FoundEpisode = { episode_id: number; type: "DRAFT" | "RECORDED" | "EXTERNAL" | "LIVE"; title: string; duration: number; show_id: number; author_id: number; site_url: string; image_url: string | null; image_original_url: string | null; published_at: string | null; download_enabled: boolean; show?: ShowSummary; score?: { match: "exact" | "title" | "byline" | "tags" | "text"; corrected: boolean; text: number; rank: number; total: number; missing: (string)[]; }; };

export type FoundShow = { show_id: number; title: string; site_url: string; image_url: string | null; image_original_url: string | null; author_id: number; score?: { match: "exact" | "title" | "byline" | "tags" | "text"; corrected: boolean; text: number; rank: number; total: number; missing: (string)[]; }; };

export type EpisodePreview = { episode_id: number; country: string | null; device: string; at: string; audio_url: string; expires_at: string; duration: number; breaks: (PreviewBreak)[]; refusals: (PreviewRefusal)[]; };

export type PreviewBreak = { position: "preroll" | "midroll" | "postroll"; timecode: number; ads_max_count: number; starts_at: number; duration: number; ads: (PreviewAd)[]; };

export type PreviewAd = { lineitem_id: number; campaign_id: number; creative_id: number; lineitem_name: string | null; campaign_name: string | null; advertiser_name: string | null; priority_id: number; why: "share-of-voice" | "sponsorship" | "at-risk" | "urgency" | "highest-price" | "remnant"; starts_at: number; duration: number; };

export type PreviewRefusal = { lineitem_id: number; lineitem_name: string; reason: string; };

export type Aircheck = { lineitem_id: number; episode_id: number; country: string | null; device: string; at: string; won: boolean; reason: string | null; position: "preroll" | "midroll" | "postroll" | null; timecode: number | null; creative_id: number | null; audio_url: string | null; expires_at: string | null; duration: number | null; starts_at: number | null; ad_duration: number | null; considered: (AircheckCandidate)[]; };

export type AircheckCandidate = { lineitem_id: number | null; lineitem_name: string | null; position: "preroll" | "midroll" | "postroll" | null; why: "share-of-voice" | "sponsorship" | "at-risk" | "urgency" | "highest-price" | "remnant" | null; reason: string | null; };

export type LineItemForecast = { samples_count: number; available: number; contended: number; expected: number; displaced: ({ lineitem_id: number; name: string; impressions: number; })[]; };

export type LineItemDiagnosis = { lineitem_id: number; from: string; to: string; obstacles: (string)[]; opportunities_count: number; won_count: number; reasons: ({ reason: string; count: number; })[]; slots_count: number; takers: ({ lineitem_id: number | null; name: string | null; priority_id: number; count: number; })[]; };

export type Inventory = { samples_count: number; total: { forecast: number; booked: number; free: number; }; rows_count: number; rows: ({ week: string; show_id: number; show_title: string; position: string; country: string | null; forecast: number; booked: number; free: number; })[]; };

export type Methodology = { standard: string; metrics: ({ name: string; definition: string; })[]; window: string; listener: string; threshold: string; rules: ({ rule: number; text: string; })[]; exclusions: ({ reason: "head" | "method" | "not-modified" | "status" | "probe" | "pre-release" | "watch" | "bot-ua" | "library-ua" | "malformed-ua" | "bot-ip" | "dc-ip" | "vpn-ip" | "referrer" | "unrealistic" | "not-enough-bytes" | "duplicate"; text: string; })[]; lists: ({ name: string; entries: number; })[]; lists_version: string; unrealistic_downloads: number | null; shared_networks_valid_days: number; records_kept_days: number; listener_secret_days: number; };

export type Device = { device_id: number; name: string | null; service: string; created_at: string; delivered_at: string | null; failing_since: string | null; };

export type NotificationSettings = { frequency: "OFF" | "AT_ONCE" | "DAILY" | "WEEKLY"; state: "OFF" | "UNCONFIRMED" | "REFUSED" | "ACTIVE"; weekday: number; hour: number; quiet_from: number | null; quiet_to: number | null; timezone: string; weekly_report: boolean; jump_notes: boolean; reports_state: "OFF" | "UNCONFIRMED" | "REFUSED" | "ACTIVE"; };

export type Message = { message_id: number; episode_id: number; text: string; created_at: string; author_id: number; author_username: string; author_fullname: string; author_site_url: string; author_image_url: string | null; author_image_original_url: string | null; author_is_owner: boolean; reply_to_id: number | null; app_name: string | null; app_url: string | null; };

export type ReportedMessage = { message_id: number; episode_id: number; episode_title: string; show_id: number; text: string; created_at: string; hidden: boolean; deleted: boolean; author: { user_id: number; username: string; fullname: string; suspended: boolean; }; reports_count: number; reports: ({ user_id: number; username: string; reason: string | null; created_at: string; })[]; decision: "keep" | "remove" | null; decided_at: string | null; decided_by: { user_id: number; username: string; fullname: string; } | null; };

export type CuratedList = { list_id: number; name: string; subtitle: string | null; type: "shows"; };

export type CuratedListSettings = { countries: (string)[]; hidden: boolean; filled_by: "hand" | "rule"; shows: (number)[]; category_id: number | null; language: string | null; max_age_days: number | null; };

export type AdminList = { list_id: number; name: string; subtitle: string | null; type: "shows"; countries: (string)[]; hidden: boolean; filled_by: "hand" | "rule"; category_id: number | null; language: string | null; max_age_days: number | null; shows_count: number | null; };

export type TaggedEpisode = { episode_id: number; type: "DRAFT" | "RECORDED" | "EXTERNAL" | "LIVE"; title: string; duration: number; explicit: boolean; show_id: number; author_id: number; site_url: string; published_at: string; download_enabled: boolean; waveform_url: string | null; };

/** A show was created. */
export type ShowCreatedEvent = { type: "show.created"; timestamp: string; sequence: number; data: { show_id: number; title: string; }; };

/** A show was changed. */
export type ShowUpdatedEvent = { type: "show.updated"; timestamp: string; sequence: number; data: { show_id: number; title: string; }; };

/** A show was deleted. */
export type ShowDeletedEvent = { type: "show.deleted"; timestamp: string; sequence: number; data: { show_id: number; title: string; }; };

/** An episode was created, in whatever state. */
export type EpisodeCreatedEvent = { type: "episode.created"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** An episode was changed. */
export type EpisodeUpdatedEvent = { type: "episode.updated"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** An episode is public from now on, as far as its show is. One dated more than a week ago is not announced. */
export type EpisodePublishedEvent = { type: "episode.published"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** An episode is no longer public. */
export type EpisodeUnpublishedEvent = { type: "episode.unpublished"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** An episode was deleted. */
export type EpisodeDeletedEvent = { type: "episode.deleted"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** The audio of an episode is ready. */
export type EpisodeProcessingDoneEvent = { type: "episode.processing.done"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** The audio of an episode cannot be used. */
export type EpisodeProcessingFailedEvent = { type: "episode.processing.failed"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; }; };

/** A show that you follow has a new episode, and you have not switched its notifications off. Once for each episode, as for pushes and mails, and only while it is public. */
export type FollowedEpisodePublishedEvent = { type: "followed.episode.published"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; title: string; show_title: string; published_at: string; site_url: string | null; playback_url: string | null; }; };

/** An import has ended. */
export type ImportFinishedEvent = { type: "import.finished"; timestamp: string; sequence: number; data: { import_id: number; show_id: number | null; state: "DONE" | "FAILED"; }; };

/** A show's feed began to break rules for the show that directories enforce, and has episodes. Once, until it keeps them again. */
export type FeedCheckFailedEvent = { type: "feed.check.failed"; timestamp: string; sequence: number; data: { show_id: number; rules: (string)[]; }; };

/** A show's feed now redirects to another address. */
export type FeedRedirectedEvent = { type: "feed.redirected"; timestamp: string; sequence: number; data: { show_id: number; redirect_url: string; }; };

/** Somebody wrote a message about an episode. */
export type MessageCreatedEvent = { type: "message.created"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; message_id: number; author_id: number; }; };

/** A message was reported. */
export type MessageReportedEvent = { type: "message.reported"; timestamp: string; sequence: number; data: { show_id: number; episode_id: number; message_id: number; }; };

/** A person or a show has a new follower. For a person, `user_id` and `follower_id` say who. */
export type FollowerCreatedEvent = { type: "follower.created"; timestamp: string; sequence: number; data: { show_id?: number; user_id?: number; follower_id?: number; }; };

/** The downloads of a show or an episode reached 100, 1,000, 10,000 and so on. */
export type MilestoneReachedEvent = { type: "milestone.reached"; timestamp: string; sequence: number; data: { show_id: number; episode_id?: number; downloads: number; }; };

/** An advertiser was created. */
export type AdvertiserCreatedEvent = { type: "advertiser.created"; timestamp: string; sequence: number; data: { team_id: number; advertiser_id: number; name: string; }; };

/** An advertiser was changed. */
export type AdvertiserUpdatedEvent = { type: "advertiser.updated"; timestamp: string; sequence: number; data: { team_id: number; advertiser_id: number; name: string; }; };

/** An advertiser was deleted. */
export type AdvertiserDeletedEvent = { type: "advertiser.deleted"; timestamp: string; sequence: number; data: { team_id: number; advertiser_id: number; name: string; }; };

/** A campaign was created. */
export type CampaignCreatedEvent = { type: "campaign.created"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; }; };

/** A campaign was changed. */
export type CampaignUpdatedEvent = { type: "campaign.updated"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; }; };

/** A campaign was deleted. */
export type CampaignDeletedEvent = { type: "campaign.deleted"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; }; };

/** A campaign has spent 80 % of its budget. */
export type CampaignBudget80Event = { type: "campaign.budget.80"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; }; };

/** A campaign has spent its budget. */
export type CampaignBudget100Event = { type: "campaign.budget.100"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; }; };

/** A line item was created. */
export type LineItemCreatedEvent = { type: "lineitem.created"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; }; };

/** A line item was changed. */
export type LineItemUpdatedEvent = { type: "lineitem.updated"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; }; };

/** A line item was deleted. */
export type LineItemDeletedEvent = { type: "lineitem.deleted"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; }; };

/** The delivery status of a line item has changed. */
export type LineItemStatusEvent = { type: "lineitem.status"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; delivery_status: string; previous_delivery_status: string; }; };

/** A line item has fallen behind its goal. At most once a day. */
export type LineItemAtRiskEvent = { type: "lineitem.at_risk"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; }; };

/** A line item has reached its goal or its end. */
export type LineItemCompletedEvent = { type: "lineitem.completed"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; }; };

/** The audio of a creative is ready. */
export type CreativeReadyEvent = { type: "creative.ready"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; lineitem_id: number; creative_id: number; }; };

/** The audio of a creative cannot be used. */
export type CreativeFailedEvent = { type: "creative.failed"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; lineitem_id: number; creative_id: number; }; };

/** Most requests to the tracking URLs of a line item failed today. At most once a day. */
export type PixelFailingEvent = { type: "pixel.failing"; timestamp: string; sequence: number; data: { team_id: number; campaign_id: number; name: string; lineitem_id: number; }; };

/** The statistics of a day have settled, two days after it. */
export type StatisticsDayClosedEvent = { type: "statistics.day.closed"; timestamp: string; sequence: number; data: { day: string; }; };

/** Days were counted again. */
export type RecountDoneEvent = { type: "recount.done"; timestamp: string; sequence: number; data: { recount_id: number; first_day: string; last_day: string; }; };

export type Webhook = { webhook_id: number; url: string; types: (string)[]; format: "STANDARD" | "SLACK" | "DISCORD"; signature: "v1" | "v1a"; public_key: string | null; status: "ENABLED" | "DISABLED"; reason: "OWNER" | "GONE" | "FAILING" | null; failing_since: string | null; previous_secret_until: string | null; created_at: string; updated_at: string; };

export type WebhookDelivery = { delivery_id: number; type: string; sequence: number | null; state: "PENDING" | "DELIVERED" | "FAILED"; attempts: number; next_at: string | null; attempted_at: string | null; status: number | null; error: string | null; duration: number | null; created_at: string; delivered_at: string | null; };

export type Transcript = { transcript_id: number; episode_id: number; url: string; type: string; language: string | null; rel: string | null; bytes: number | null; created_at: string; };

export type FeedMetadata = { show_id: number; mode: "AUTO" | "REDIRECT" | "DISABLED"; prepend_url: string | null; redirect_url: string | null; show_email: boolean; item_limit: number | null; };

export type FeedCheck = { show_id: number; feed_url: string; passed: boolean; items_count: number; findings: ({ rule: string; level: "must" | "should"; source: "PSP-1" | "Apple" | "RSS"; message: string; items: (string)[]; items_count: number; })[]; };

export type FeedPing = { ping_id: number; kind: "WEBSUB" | "PODPING"; target: string; state: "PENDING" | "DONE" | "FAILED"; attempts: number; error: string | null; created_at: string; updated_at: string; };

export type Chapter = { chapter_id: number; starts_at: number; title: string; external_url: string | null; image_url: string | null; image_original_url: string | null; };

export type Import = { import_id: number; state: "PENDING" | "RUNNING" | "DONE" | "FAILED"; feed_url: string | null; media: "link" | "copy"; dry_run: boolean; show_id: number | null; report: ImportReport | null; error: string | null; error_type: "feed-refused" | "feed-unreachable" | "ownership-not-proved" | "internal" | "canceled" | null; ownership_code: string | null; created_at: string; updated_at: string; };

export type ImportReport = { show_id: number | null; title: string; show: "created" | "updated" | "unchanged"; created: number; updated: number; unchanged: number; skipped: ({ item: number; title: string | null; reason: string; })[]; notes: (string)[]; changes?: ({ change: "create" | "update" | "show"; title: string; fields: ({ field: string; before: string | null; after: string | null; })[]; })[]; };

export type ListedImport = { import_id: number; state: "PENDING" | "RUNNING" | "DONE" | "FAILED"; feed_url: string | null; media: "link" | "copy"; dry_run: boolean; show_id: number | null; error: string | null; error_type: "feed-refused" | "feed-unreachable" | "ownership-not-proved" | "internal" | "canceled" | null; created_at: string; updated_at: string; user: { user_id: number; username: string; fullname: string; }; show_title: string | null; };

export type Health = { version: string; node: string; checks: ({ check: "database" | "media" | "statistics" | "counting" | "jobs" | "disk" | "backup" | "mail" | "proxy" | "edge" | "logs"; good: boolean; says: string; mend: string | null; })[]; queues: ({ kind: string; waiting: number; running: number; oldest_seconds: number; })[]; last_errors: ({ at: string; message: string; })[]; };

export type Job = { job_id: number; queue: "users" | "server"; name: string; owner: string | null; state: "waiting" | "running" | "failed"; attempts: number; max_attempts: number; run_at: string; created_at: string; error: string | null; };

export type PartnerCategory = { category_id: number; name: string; level: number; };

export type OAuthError = { error: string; error_description?: string; };

export type OAuthTokens = { access_token: string; token_type: "Bearer"; expires_in: number; refresh_token?: string; scope: string; };

export type Person = { name: string; role: string | null; group: string | null; image_url: string | null; url: string | null; };

export type FundingLink = { url: string; title: string | null; };

export type Location = { name: string; rel: "subject" | "creator" | null; geo: string | null; osm: string | null; country: string | null; };

export type FreeText = { text: string; purpose: string | null; };

export type Payment = { type: string; method: string; suggested: number | null; recipients: (PaymentRecipient)[]; time_splits: (PaymentTimeSplit)[]; };

export type PaymentRecipient = { name: string | null; type: string; address: string; split: number | null; fee: boolean; custom_key: string | null; custom_value: string | null; };

export type PaymentTimeSplit = { starts_at: number; duration: number; remote_starts_at: number | null; remote_percentage: number | null; remote_item: { feed_guid: string; feed_url: string | null; item_guid: string | null; medium: string | null; title: string | null; } | null; recipients: (PaymentRecipient)[]; };

export type Trailer = { title: string; url: string; published_at: string; bytes: number | null; type: string | null; season_number: number | null; };

export type AdditionalImage = { url: string; alt: string | null; aspect_ratio: string | null; width: number | null; height: number | null; type: string | null; purpose: string | null; };

export type Soundbite = { starts_at: number; duration: number; title: string | null; };

export type DiscussionLink = { protocol: string; uri: string | null; account_id: string | null; account_url: string | null; priority: number | null; };

export type AddBookmarkBody = { key?: string; };

export type AddDeviceBody = { endpoint: string; public_key: string; auth: string; name?: string; };

export type AddFavoriteBody = { notifications_enabled?: boolean; key?: string; };

export type AddLineItemCreativeBody = { weight?: number; audio_ad_file?: Blob; };

export type AuthorizeDeviceBody = { scope?: string; client_id?: string; client_secret?: string; };

export type CreateAccessTokenBody = { grant_type: "authorization_code" | "refresh_token" | "urn:ietf:params:oauth:grant-type:device_code"; code?: string; redirect_uri?: string; code_verifier?: string; refresh_token?: string; device_code?: string; client_id?: string; client_secret?: string; };

export type CreateAdvertiserBody = { name: string; iab_categories?: (string)[]; domain?: string | null; external_id?: string | null; notes?: string | null; team_id?: number; };

export type CreateAircheckBody = { country?: string | null; device?: "Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others"; at?: string | null; episode_id: number; };

export type CreateAnnotationBody = { show_id: number; at?: string | null; text: string; };

export type CreateCampaignBody = { name: string; advertiser_id: number; currency?: string; external_id?: string | null; budget_amount?: string | null; frequency_cap?: ({ max: number; count?: number; unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME"; })[]; };

export type CreateCuratedListBody = { name: string; subtitle?: string | null; countries?: (string)[]; hidden?: boolean; };

export type CreateEpisodeBody = { title: string; type?: "RECORDED" | "EXTERNAL"; media_url?: string; upload_id?: string; description?: string; description_html?: string; tags?: (string)[]; explicit?: boolean; download_enabled?: boolean; hidden?: boolean; visibility?: "PUBLIC" | "LIMITED" | "PRIVATE"; limited_key?: "reset"; permalink?: string; auto_published_at?: string | null; published_at?: string | null; chapters?: ({ starts_at: number; title: string; external_url?: string | null; chapter_id?: number; image_url?: null; image_original_url?: null; })[]; season_number?: number | null; episode_number?: number | null; season_episode_type?: "FULL" | "TRAILER" | "BONUS"; rss_guid?: string; episode_link?: string | null; location_latitude?: number | null; location_longitude?: number | null; ai_generated?: boolean; image_crop?: string; image_file?: Blob; media_file?: Blob; };

export type CreateEpisodeChapterBody = { starts_at: number; title: string; external_url?: string | null; image_crop?: string; image_file?: Blob; };

export type CreateEpisodeDraftBody = { title: string; show_id: number; description?: string; description_html?: string; tags?: (string)[]; explicit?: boolean; download_enabled?: boolean; hidden?: boolean; visibility?: "PUBLIC" | "LIMITED" | "PRIVATE"; limited_key?: "reset"; permalink?: string; auto_published_at?: string | null; published_at?: string | null; chapters?: ({ starts_at: number; title: string; external_url?: string | null; chapter_id?: number; image_url?: null; image_original_url?: null; })[]; season_number?: number | null; episode_number?: number | null; season_episode_type?: "FULL" | "TRAILER" | "BONUS"; rss_guid?: string; episode_link?: string | null; location_latitude?: number | null; location_longitude?: number | null; ai_generated?: boolean; image_crop?: string; image_file?: Blob; };

export type CreateEpisodeMessageBody = { text: string; reply_to_id?: number; key?: string; };

export type CreateEpisodePreviewBody = { country?: string | null; device?: "Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others"; at?: string | null; };

export type CreateEpisodeTranscriptBody = { url?: string | null; type?: "text/vtt" | "application/x-subrip" | "application/json" | "text/html" | "text/plain"; language?: string | null; rel?: "captions" | null; transcript_file?: Blob; };

export type CreateImportBody = { feed_url?: string | null; dry_run?: boolean; media?: "link" | "copy"; feed_file?: Blob; };

export type CreateLineItemBody = { name: string; campaign_id: number; external_id?: string | null; notes?: string | null; active?: boolean; canceled?: boolean; priority_id: number; start_date: string; end_date: string; timezone?: string; auto_extend_days?: number; goal_pacing: "PACED" | "ASAP" | "FRONT_LOADED"; goal_impressions?: number | null; daily_cap?: number | null; hard_cap?: boolean; share_of_voice?: number | null; price_type: "CPM" | "FLAT" | "NONE"; price_amount?: string; target_ads_type?: { type: "INCLUDE"; matcher?: "ONE_OF"; values: ("preroll" | "midroll" | "postroll")[]; } | null; target_geo?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_devices?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: ("Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others")[]; } | null; target_os?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_apps?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_shows?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_episodes?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_categories?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_languages?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: ("sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk")[]; } | null; target_tags?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_dayparts?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (Daypart)[]; } | null; target_midroll_position?: "first" | "last" | number | null; frequency_cap?: ({ max: number; count?: number; unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME"; })[]; exclusions?: { industries?: (string)[]; advertisers?: (number)[]; scope?: "break" | "download"; } | null; max_per_download?: number; third_party_impression_urls?: (string)[]; audio_ad_file?: Blob; };

export type CreateReconciliationBody = { date_column?: string | null; lineitem_column?: string | null; impressions_column?: string | null; revenue_column?: string | null; lineitem_by?: "auto" | "id" | "external_id" | "name"; date_order?: "auto" | "day_first" | "month_first"; decimal_mark?: "auto" | "point" | "comma"; limit?: number; report_file: Blob; };

export type CreateReportShareBody = { days?: number; };

export type CreateSavedReportBody = { name: string; period?: "custom" | "yesterday" | "last_7_days" | "last_30_days" | "last_week" | "this_month" | "last_month"; from?: string | null; to?: string | null; dimensions?: ("day" | "week" | "month" | "advertiser" | "campaign" | "lineitem" | "show" | "creative")[]; advertiser_id?: number | null; campaign_id?: number | null; lineitem_id?: number | null; };

export type CreateShowBody = { title: string; language: "sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk"; description?: string; description_html?: string; episode_description_footer_html?: string; email?: string | null; website_url?: string | null; socialnet1_url?: string | null; socialnet2_name?: string | null; voipchat_name?: string | null; tel_number?: string | null; sms_number?: string | null; category_id?: number | null; category_2_id?: number | null; category_3_id?: number | null; episode_sorting?: "newest" | "oldest"; episodes_sorting?: "newest" | "oldest"; owner_name?: string | null; author_name?: string | null; copyright?: string | null; permalink?: string; explicit?: boolean; itunes_type?: "episodic" | "serial"; delivery_profile?: "mp3-128-stereo" | "mp3-64-mono" | "mp3-192-stereo" | "mp3-96-mono"; loudness_normalisation?: boolean; default_breaks?: ({ position: "preroll" | "midroll" | "postroll"; ads_max_count?: number; timecode?: number; })[] | null; timezone?: string | null; visibility?: "PUBLIC" | "LIMITED" | "PRIVATE"; limited_key?: "reset"; image_crop?: string; author_id?: number; guid?: string; image_file?: Blob; };

export type CreateWebhookBody = { url: string; types?: ("show.created" | "show.updated" | "show.deleted" | "episode.created" | "episode.updated" | "episode.published" | "episode.unpublished" | "episode.deleted" | "episode.processing.done" | "episode.processing.failed" | "followed.episode.published" | "import.finished" | "feed.check.failed" | "feed.redirected" | "message.created" | "message.reported" | "follower.created" | "milestone.reached" | "advertiser.created" | "advertiser.updated" | "advertiser.deleted" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "campaign.budget.80" | "campaign.budget.100" | "lineitem.created" | "lineitem.updated" | "lineitem.deleted" | "lineitem.status" | "lineitem.at_risk" | "lineitem.completed" | "creative.ready" | "creative.failed" | "pixel.failing" | "statistics.day.closed" | "recount.done")[]; format?: "STANDARD" | "SLACK" | "DISCORD"; signature?: "v1" | "v1a"; };

export type DecideReportsBody = { decision: "keep" | "remove"; suspend_author?: boolean; reason?: string; };

export type ForecastLineItemBody = { campaign_id?: number; priority_id?: number; start_date?: string; end_date?: string; timezone?: string; auto_extend_days?: number; goal_pacing?: "PACED" | "ASAP" | "FRONT_LOADED"; goal_impressions?: number | null; daily_cap?: number | null; hard_cap?: boolean; share_of_voice?: number | null; price_type?: "CPM" | "FLAT" | "NONE"; price_amount?: string; target_ads_type?: { type: "INCLUDE"; matcher?: "ONE_OF"; values: ("preroll" | "midroll" | "postroll")[]; } | null; target_geo?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_devices?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: ("Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others")[]; } | null; target_os?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_apps?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_shows?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_episodes?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_categories?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_languages?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: ("sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk")[]; } | null; target_tags?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_dayparts?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (Daypart)[]; } | null; target_midroll_position?: "first" | "last" | number | null; frequency_cap?: ({ max: number; count?: number; unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME"; })[]; exclusions?: { industries?: (string)[]; advertisers?: (number)[]; scope?: "break" | "download"; } | null; max_per_download?: number; lineitem_id?: number; };

export type IntrospectTokenBody = { token: string; token_type_hint?: string; client_id?: string; client_secret?: string; };

export type LikeEpisodeBody = { key?: string; };

export type ReplayWebhookEventsBody = { from: number; to?: number; failed_only?: boolean; };

export type ReportEpisodeMessageBody = { reason?: string | null; key?: string; };

export type RevokeTokenBody = { token: string; token_type_hint?: string; client_id?: string; client_secret?: string; };

export type SetCuratedListShowsBody = { shows?: (number)[]; category_id?: number | null; language?: string | null; max_age_days?: number | null; };

export type SetEpisodeChaptersFileBody = { chapters_file: { url: string; type: string; } | null; };

export type SetEpisodeCuepointsBody = { cuepoints: ({ timecode: number; ads_max_count?: number; })[]; };

export type SetEpisodeImagesBody = { images: (AdditionalImageInput)[]; };

export type SetEpisodeLicenseBody = { license: { identifier: string; url?: string | null; } | null; };

export type SetEpisodeLocationBody = { location: (LocationInput)[]; };

export type SetEpisodePersonsBody = { persons: (PersonInput)[]; };

export type SetEpisodeSocialInteractBody = { social_interact: (DiscussionLinkInput)[]; };

export type SetEpisodeSoundbitesBody = { soundbites: (SoundbiteInput)[]; };

export type SetEpisodeTxtBody = { txt: (FreeTextInput)[]; };

export type SetEpisodeValueBody = { value: (PaymentInput)[]; };

export type SetNotificationSettingsBody = { frequency?: "OFF" | "AT_ONCE" | "DAILY" | "WEEKLY"; weekday?: number; hour?: number; quiet_from?: number | null; quiet_to?: number | null; weekly_report?: boolean; jump_notes?: boolean; };

export type SetOrganizationMemberBody = { role: "admin" | "editor" | "analyst" | "ad_manager"; };

export type SetReportScheduleBody = { frequency: "DAILY" | "WEEKLY" | "MONTHLY"; weekday?: number | null; day?: number | null; hour: number; timezone?: string | null; recipients: (number)[]; };

export type SetShowFundingBody = { funding: (FundingLinkInput)[]; };

export type SetShowImagesBody = { images: (AdditionalImageInput)[]; };

export type SetShowLicenseBody = { license: { identifier: string; url?: string | null; } | null; };

export type SetShowListingsBody = { listings: (DirectoryListingInput)[]; };

export type SetShowLocationBody = { location: (LocationInput)[]; };

export type SetShowLockedBody = { locked: { locked: boolean; owner?: string | null; } | null; };

export type SetShowMediumBody = { medium: string | null; };

export type SetShowPersonsBody = { persons: (PersonInput)[]; };

export type SetShowPodrollBody = { podroll: ({ feed_guid: string; feed_url?: string | null; item_guid?: string | null; medium?: string | null; title?: string | null; })[]; };

export type SetShowTrailersBody = { trailers: (TrailerInput)[]; };

export type SetShowTxtBody = { txt: (FreeTextInput)[]; };

export type SetShowUpdateFrequencyBody = { update_frequency: { text: string; complete?: boolean; starts_at?: string | null; rrule?: string | null; } | null; };

export type SetShowValueBody = { value: (PaymentInput)[]; };

export type SuspendAccountBody = { reason: string; };

export type UpdateAccountBody = { verified?: boolean; plan?: string; };

export type UpdateAdvertiserBody = { name?: string; iab_categories?: (string)[]; domain?: string | null; external_id?: string | null; notes?: string | null; };

export type UpdateAnnotationBody = { at?: string | null; text?: string; };

export type UpdateCampaignBody = { name?: string; advertiser_id?: number; currency?: string; external_id?: string | null; budget_amount?: string | null; frequency_cap?: ({ max: number; count?: number; unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME"; })[]; };

export type UpdateCuratedListBody = { name?: string; subtitle?: string | null; countries?: (string)[]; hidden?: boolean; };

export type UpdateEpisodeBody = { title?: string; show_id?: number; type?: "RECORDED" | "EXTERNAL"; media_url?: string; upload_id?: string; description?: string; description_html?: string; tags?: (string)[]; explicit?: boolean; download_enabled?: boolean; hidden?: boolean; visibility?: "PUBLIC" | "LIMITED" | "PRIVATE"; limited_key?: "reset"; permalink?: string; auto_published_at?: string | null; published_at?: string | null; chapters?: ({ starts_at: number; title: string; external_url?: string | null; chapter_id?: number; image_url?: null; image_original_url?: null; })[]; season_number?: number | null; episode_number?: number | null; season_episode_type?: "FULL" | "TRAILER" | "BONUS"; rss_guid?: string; episode_link?: string | null; location_latitude?: number | null; location_longitude?: number | null; ai_generated?: boolean; image_crop?: string; image_file?: Blob; media_file?: Blob; };

export type UpdateEpisodeChapterBody = { starts_at?: number; title?: string; external_url?: string | null; image_crop?: string; image_file?: Blob; };

export type UpdateEpisodesBody = { ids: (number)[]; changes: { cuepoints?: { set?: (BulkCuepoint)[]; add?: (BulkCuepoint)[]; }; tags?: { set?: (string)[]; add?: (string)[]; remove?: (string)[]; }; visibility?: "PUBLIC" | "LIMITED" | "PRIVATE"; hidden?: boolean; explicit?: boolean; download_enabled?: boolean; season_number?: number | null; season_episode_type?: "FULL" | "TRAILER" | "BONUS"; show_id?: number; }; dry_run?: boolean; };

export type UpdateLineItemBody = { name?: string; campaign_id?: number; external_id?: string | null; notes?: string | null; active?: boolean; canceled?: boolean; priority_id?: number; start_date?: string; end_date?: string; timezone?: string; auto_extend_days?: number; goal_pacing?: "PACED" | "ASAP" | "FRONT_LOADED"; goal_impressions?: number | null; daily_cap?: number | null; hard_cap?: boolean; share_of_voice?: number | null; price_type?: "CPM" | "FLAT" | "NONE"; price_amount?: string; target_ads_type?: { type: "INCLUDE"; matcher?: "ONE_OF"; values: ("preroll" | "midroll" | "postroll")[]; } | null; target_geo?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_devices?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: ("Desktop" | "Mobile" | "Tablet" | "Smart speaker" | "Car" | "TV" | "Watch" | "Others")[]; } | null; target_os?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_apps?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_shows?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_episodes?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_categories?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (number)[]; } | null; target_languages?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: ("sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk")[]; } | null; target_tags?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (string)[]; } | null; target_dayparts?: { type: "INCLUDE" | "EXCLUDE"; matcher?: "ONE_OF"; values: (Daypart)[]; } | null; target_midroll_position?: "first" | "last" | number | null; frequency_cap?: ({ max: number; count?: number; unit: "HOUR" | "DAY" | "WEEK" | "LIFETIME"; })[]; exclusions?: { industries?: (string)[]; advertisers?: (number)[]; scope?: "break" | "download"; } | null; max_per_download?: number; third_party_impression_urls?: (string)[]; audio_ad_file?: Blob; };

export type UpdateLineItemCreativeBody = { weight?: number; audio_ad_file?: Blob; };

export type UpdateLineItemsBody = { ids: (number)[]; changes: { active?: boolean; canceled?: boolean; priority_id?: number; notes?: string | null; start_date?: string; end_date?: string; shift_days?: number; auto_extend_days?: number; goal_pacing?: "PACED" | "ASAP" | "FRONT_LOADED"; goal_impressions?: number | null; daily_cap?: number | null; hard_cap?: boolean; price_amount?: string; max_per_download?: number; }; dry_run?: boolean; };

export type UpdateOrganizationBody = { name?: string; description?: string; download_window?: "day" | "first-touch"; image_crop?: string; image_file?: Blob; };

export type UpdateSavedReportBody = { name?: string; period?: "custom" | "yesterday" | "last_7_days" | "last_30_days" | "last_week" | "this_month" | "last_month"; from?: string | null; to?: string | null; dimensions?: ("day" | "week" | "month" | "advertiser" | "campaign" | "lineitem" | "show" | "creative")[]; advertiser_id?: number | null; campaign_id?: number | null; lineitem_id?: number | null; };

export type UpdateShowBody = { title?: string; language?: "sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk"; description?: string; description_html?: string; episode_description_footer_html?: string; email?: string | null; website_url?: string | null; socialnet1_url?: string | null; socialnet2_name?: string | null; voipchat_name?: string | null; tel_number?: string | null; sms_number?: string | null; category_id?: number | null; category_2_id?: number | null; category_3_id?: number | null; episode_sorting?: "newest" | "oldest"; episodes_sorting?: "newest" | "oldest"; owner_name?: string | null; author_name?: string | null; copyright?: string | null; permalink?: string; explicit?: boolean; itunes_type?: "episodic" | "serial"; delivery_profile?: "mp3-128-stereo" | "mp3-64-mono" | "mp3-192-stereo" | "mp3-96-mono"; loudness_normalisation?: boolean; default_breaks?: ({ position: "preroll" | "midroll" | "postroll"; ads_max_count?: number; timecode?: number; })[] | null; timezone?: string | null; visibility?: "PUBLIC" | "LIMITED" | "PRIVATE"; limited_key?: "reset"; image_crop?: string; image_file?: Blob; };

export type UpdateShowFeedSettingsBody = { mode?: "AUTO" | "REDIRECT" | "DISABLED"; prepend_url?: string | null; redirect_url?: string | null; show_email?: boolean; item_limit?: number | null; };

export type UpdateUserBody = { fullname?: string; username?: string; description?: string; contact_email?: string | null; website_url?: string | null; location?: string | null; location_latitude?: number | null; location_longitude?: number | null; gender?: string | null; birthday?: string | null; show_age?: boolean; content_languages?: (string)[]; timezone?: string | null; favorites_public?: boolean; socialnet1_permalink?: string | null; socialnet2_username?: string | null; image_crop?: string; image_file?: Blob; };

export type UpdateWebhookBody = { url?: string; types?: ("show.created" | "show.updated" | "show.deleted" | "episode.created" | "episode.updated" | "episode.published" | "episode.unpublished" | "episode.deleted" | "episode.processing.done" | "episode.processing.failed" | "followed.episode.published" | "import.finished" | "feed.check.failed" | "feed.redirected" | "message.created" | "message.reported" | "follower.created" | "milestone.reached" | "advertiser.created" | "advertiser.updated" | "advertiser.deleted" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "campaign.budget.80" | "campaign.budget.100" | "lineitem.created" | "lineitem.updated" | "lineitem.deleted" | "lineitem.status" | "lineitem.at_risk" | "lineitem.completed" | "creative.ready" | "creative.failed" | "pixel.failing" | "statistics.day.closed" | "recount.done")[]; format?: "STANDARD" | "SLACK" | "DISCORD"; status?: "ENABLED" | "DISABLED"; };

export type AccountListResponse = { response: { items: (Account)[]; next_url: string | null; }; };

export type AccountResponse = { response: { account: Account; }; };

export type AdminListListResponse = { response: { items: (AdminList)[]; next_url: string | null; }; };

export type AdvertiserListResponse = { response: { items: (Advertiser)[]; next_url: string | null; }; };

export type AdvertiserResponse = { response: { advertiser: Advertiser; }; };

export type AircheckResponse = { response: { aircheck: Aircheck; }; };

export type AnnotationListResponse = { response: { items: (Annotation)[]; next_url: string | null; }; };

export type AnnotationResponse = { response: { annotation: Annotation; }; };

export type AuditEntryListResponse = { response: { items: (AuditEntry)[]; next_url: string | null; }; };

export type AuthorizeDeviceResponse = { device_code: string; user_code: string; verification_uri: string; verification_uri_complete: string; expires_in: number; interval?: number; };

export type CampaignCountriesResponse = { response: { countries: { [name: string]: string }; }; };

export type CampaignImpressionStatisticsResponse = { response: { statistics: (DatedImpressionTotals)[]; }; };

export type CampaignImpressionTotalsListResponse = { response: { items: (CampaignImpressionTotals)[]; next_url: string | null; prev_url: string | null; }; };

export type CampaignListResponse = { response: { items: (Campaign)[]; next_url: string | null; }; };

export type CampaignReportResponse = { response: { items: (CampaignReportItem)[]; next_url: string | null; prev_url: string | null; report: CampaignReport; }; };

export type CampaignResponse = { response: { campaign: Campaign; }; };

export type CatalogResponse = { response: { items: (FoundEpisode | FoundShow)[]; next_url: string | null; facets?: { counted: number; languages: { [name: string]: number }; categories: { [name: string]: number }; }; dropped?: (string)[]; did_you_mean?: string; }; };

export type ChapterListResponse = { response: { items: (Chapter)[]; next_url: string | null; }; };

export type ChapterResponse = { response: { chapter: Chapter; }; };

export type CreativeResponse = { response: { creative: Creative; }; };

export type CreativeSoundCheckResponse = { response: { sound_check: CreativeSoundCheck; }; };

export type CuratedListListResponse = { response: { items: (CuratedList)[]; next_url: string | null; }; };

export type CuratedListResponse = { response: { list: CuratedList; settings: CuratedListSettings; }; };

export type CuratedListSettingsResponse = { response: { list: CuratedList; settings: CuratedListSettings; }; };

export type CuratedListShowsResponse = { response: { list: CuratedList; settings: CuratedListSettings; }; };

export type DeviceListResponse = { response: { items: (Device)[]; next_url: string | null; }; };

export type DeviceResponse = { response: { device: Device; }; };

export type DeviceStatisticsResponse = { response: { statistics: DeviceStatistics; }; };

export type EmptyResponse = { response: (unknown)[]; };

export type EpisodeChaptersFileResponse = { response: { chapters_file: { url: string; type: string; } | null; }; };

export type EpisodeCuepointsResponse = { response: { cuepoints: (Cuepoint)[]; }; };

export type EpisodeImagesResponse = { response: { images: (AdditionalImage)[]; }; };

export type EpisodeLicenseResponse = { response: { license: { identifier: string; url: string | null; } | null; }; };

export type EpisodeLocationResponse = { response: { location: (Location)[]; }; };

export type EpisodePersonsResponse = { response: { persons: (Person)[]; }; };

export type EpisodePlayTotalsListResponse = { response: { items: (EpisodePlayTotals)[]; next_url: string | null; prev_url: string | null; }; };

export type EpisodePreviewResponse = { response: { preview: EpisodePreview; }; };

export type EpisodeResponse = { response: { episode: Episode; }; };

export type EpisodeSocialInteractResponse = { response: { social_interact: (DiscussionLink)[]; }; };

export type EpisodeSoundbitesResponse = { response: { soundbites: (Soundbite)[]; }; };

export type EpisodeStatisticsResponse = { response: { statistics: EpisodeStatistics; }; };

export type EpisodeSummaryListResponse = { response: { items: (EpisodeSummary)[]; next_url: string | null; }; };

export type EpisodeTranscriptsResponse = { response: { transcripts: (Transcript)[]; }; };

export type EpisodeTxtResponse = { response: { txt: (FreeText)[]; }; };

export type EpisodeValueResponse = { response: { value: (Payment)[]; }; };

export type EpisodesResponse = { response: { dry_run: boolean; episodes: (BulkOutcome)[]; }; };

export type EventsResponse = { response: { items: (ShowCreatedEvent | ShowUpdatedEvent | ShowDeletedEvent | EpisodeCreatedEvent | EpisodeUpdatedEvent | EpisodePublishedEvent | EpisodeUnpublishedEvent | EpisodeDeletedEvent | EpisodeProcessingDoneEvent | EpisodeProcessingFailedEvent | FollowedEpisodePublishedEvent | ImportFinishedEvent | FeedCheckFailedEvent | FeedRedirectedEvent | MessageCreatedEvent | MessageReportedEvent | FollowerCreatedEvent | MilestoneReachedEvent | AdvertiserCreatedEvent | AdvertiserUpdatedEvent | AdvertiserDeletedEvent | CampaignCreatedEvent | CampaignUpdatedEvent | CampaignDeletedEvent | CampaignBudget80Event | CampaignBudget100Event | LineItemCreatedEvent | LineItemUpdatedEvent | LineItemDeletedEvent | LineItemStatusEvent | LineItemAtRiskEvent | LineItemCompletedEvent | CreativeReadyEvent | CreativeFailedEvent | PixelFailingEvent | StatisticsDayClosedEvent | RecountDoneEvent)[]; next_url: string | null; cursor: number; }; };

export type ExclusionStatisticsResponse = { response: { statistics: ExclusionStatistics; }; };

export type FeedCheckResponse = { response: { check: FeedCheck; }; };

export type FeedMetadataResponse = { response: { metadata: FeedMetadata; }; };

export type FeedPingListResponse = { response: { items: (FeedPing)[]; next_url: string | null; }; };

export type FollowerStatisticsResponse = { response: { statistics: FollowerStatistics; }; };

export type GeographicStatisticsResponse = { response: { statistics: GeographicStatistics; }; };

export type GetCuratedListResponse = { response: { list: CuratedList; }; };

export type HealthResponse = { response: { health: Health; }; };

export type HourStatisticsResponse = { response: { statistics: HourStatistics; }; };

export type ImportResponse = { response: { import: Import; }; };

export type ImpressionTotalsResponse = { response: { statistics: ImpressionTotals; }; };

export type IntrospectTokenResponse = { active: boolean; scope?: string; exp?: number; };

export type InventoryResponse = { response: { inventory: Inventory; }; };

export type JobListResponse = { response: { items: (Job)[]; next_url: string | null; }; };

export type LikeStatisticsResponse = { response: { statistics: LikeStatistics; }; };

export type LineItemDiagnosisResponse = { response: { diagnosis: LineItemDiagnosis; }; };

export type LineItemForecastResponse = { response: { forecast: LineItemForecast; }; };

export type LineItemImpressionStatisticsResponse = { response: { statistics: (DatedImpressionTotals)[]; }; };

export type LineItemImpressionTotalsListResponse = { response: { items: (LineItemImpressionTotals)[]; next_url: string | null; prev_url: string | null; }; };

export type LineItemListResponse = { response: { items: (LineItem)[]; next_url: string | null; }; };

export type LineItemResponse = { response: { lineitem: LineItem; }; };

export type LineItemsResponse = { response: { dry_run: boolean; lineitems: (BulkLineItemOutcome)[]; }; };

export type ListedImportListResponse = { response: { items: (ListedImport)[]; next_url: string | null; }; };

export type ListenerStatisticsResponse = { response: { statistics: ListenerStatistics; }; };

export type LogEntryListResponse = { response: { items: (LogEntry)[]; next_url: string | null; }; };

export type MemberListResponse = { response: { items: (Member)[]; next_url: string | null; }; };

export type MessageListResponse = { response: { items: (Message)[]; next_url: string | null; }; };

export type MessageResponse = { response: { message: Message; }; };

export type MethodologyResponse = { response: { methodology: Methodology; }; };

export type NotificationSettingsResponse = { response: { notification_settings: NotificationSettings; }; };

export type OperatingSystemStatisticsResponse = { response: { statistics: OperatingSystemStatistics; }; };

export type OrganizationCampaignImpressionStatisticsResponse = { response: { statistics: (DatedTeamImpressionTotals)[]; }; };

export type OrganizationEpisodeAgesResponse = { response: { items: (EpisodeAges)[]; next_url: string | null; prev_url: string | null; medians: ({ days: number; episodes_count: number; total_count: number | null; })[]; }; };

export type OrganizationResponse = { response: { organization: Organization; }; };

export type OrganizationStatisticsResponse = { response: { statistics: OrganizationStatistics; }; };

export type OwnUserResponse = { response: { user: OwnUser; }; };

export type PartnerCategoriesResponse = { response: { partnerplay_categories: (PartnerCategory)[]; }; };

export type PlayStatisticsResponse = { response: { statistics: PlayStatistics; }; };

export type PublicUserListResponse = { response: { items: (PublicUser)[]; next_url: string | null; }; };

export type PushKeyResponse = { response: { public_key: string; }; };

export type ReconciliationResponse = { response: { reconciliation: Reconciliation; }; };

export type ReportMailListResponse = { response: { items: (ReportMail)[]; next_url: string | null; }; };

export type ReportMailResponse = { response: { mail: ReportMail; }; };

export type ReportScheduleResponse = { response: { schedule: ReportSchedule; }; };

export type ReportShareResponse = { response: { share: ReportShare; }; };

export type ReportedMessageListResponse = { response: { items: (ReportedMessage)[]; next_url: string | null; }; };

export type SavedReportListResponse = { response: { items: (SavedReport)[]; next_url: string | null; }; };

export type SavedReportResponse = { response: { report: SavedReport; }; };

export type ShowCategoriesResponse = { response: { categories: (Category)[]; }; };

export type ShowEpisodeAgesResponse = { response: { items: (EpisodeAges)[]; next_url: string | null; prev_url: string | null; medians: ({ days: number; episodes_count: number; total_count: number | null; })[]; }; };

export type ShowEpisodesResponse = { response: { items: (FoundEpisode)[]; next_url: string | null; facets?: { counted: number; languages: { [name: string]: number }; categories: { [name: string]: number }; }; dropped?: (string)[]; did_you_mean?: string; }; };

export type ShowFundingResponse = { response: { funding: (FundingLink)[]; }; };

export type ShowImagesResponse = { response: { images: (AdditionalImage)[]; }; };

export type ShowLanguagesResponse = { response: { languages: { [name: string]: string }; }; };

export type ShowLicenseResponse = { response: { license: { identifier: string; url: string | null; } | null; }; };

export type ShowListItemListResponse = { response: { items: (ShowListItem)[]; next_url: string | null; }; };

export type ShowListingsResponse = { response: { listings: (DirectoryListingInput)[]; }; };

export type ShowLocationResponse = { response: { location: (Location)[]; }; };

export type ShowLockedResponse = { response: { locked: { locked: boolean; owner: string | null; } | null; }; };

export type ShowMediumResponse = { response: { medium: string | null; }; };

export type ShowPersonsResponse = { response: { persons: (Person)[]; }; };

export type ShowPlayTotalsListResponse = { response: { items: (ShowPlayTotals)[]; next_url: string | null; prev_url: string | null; }; };

export type ShowPodrollResponse = { response: { podroll: ({ feed_guid: string; feed_url: string | null; item_guid: string | null; medium: string | null; title: string | null; })[]; }; };

export type ShowResponse = { response: { show: Show; }; };

export type ShowStatisticsResponse = { response: { statistics: ShowStatistics; }; };

export type ShowSummaryListResponse = { response: { items: (ShowSummary)[]; next_url: string | null; }; };

export type ShowTrailersResponse = { response: { trailers: (Trailer)[]; }; };

export type ShowTxtResponse = { response: { txt: (FreeText)[]; }; };

export type ShowUpdateFrequencyResponse = { response: { update_frequency: { text: string; complete: boolean; starts_at: string | null; rrule: string | null; } | null; }; };

export type ShowValueResponse = { response: { value: (Payment)[]; }; };

export type ShowsResponse = { response: { items: (ShowSummary)[]; episodes: (FoundEpisode)[]; people: ({ user_id: number; name: string; site_url: string; })[]; categories: (Category)[]; }; };

export type SourceStatisticsResponse = { response: { statistics: SourceStatistics; }; };

export type TaggedEpisodeListResponse = { response: { items: (TaggedEpisode)[]; next_url: string | null; }; };

export type TeamImpressionTotalsResponse = { response: { statistics: TeamImpressionTotals; }; };

export type TokenResponse = Record<string, unknown>;

export type TranscriptResponse = { response: { transcript: Transcript; }; };

export type UserCatalogResponse = { response: { items: (FoundEpisode | FoundShow)[]; next_url: string | null; facets?: { counted: number; languages: { [name: string]: number }; categories: { [name: string]: number }; }; dropped?: (string)[]; did_you_mean?: string; }; };

export type UserEpisodeAgesResponse = { response: { items: (EpisodeAges)[]; next_url: string | null; prev_url: string | null; medians: ({ days: number; episodes_count: number; total_count: number | null; })[]; }; };

export type UserPlayTotalsListResponse = { response: { items: (UserPlayTotals)[]; next_url: string | null; prev_url: string | null; }; };

export type UserResponse = { response: { user: User; }; };

export type UserStatisticsResponse = { response: { statistics: UserStatistics; }; };

export type WebhookDeliveryListResponse = { response: { items: (WebhookDelivery)[]; next_url: string | null; }; };

export type WebhookDeliveryResponse = { response: { delivery: WebhookDelivery; }; };

export type WebhookEventsResponse = { response: { replayed: number; next_from: number | null; }; };

export type WebhookListResponse = { response: { items: (Webhook)[]; next_url: string | null; }; };

export type WebhookResponse = { response: { webhook: Webhook; }; };

export type WebhookSecretResponse = { response: { secret: string; }; };

/** What each operation takes and answers. */
export type Operations = {
  /** Get a user */
  getUser: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
    };
    answer: UserResponse["response"];
  };
  /** Update your account */
  updateUser: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
    } & UpdateUserBody;
    answer: OwnUserResponse["response"];
  };
  /** Get your account */
  getCurrentUser: {
    input: Record<never, never>;
    answer: OwnUserResponse["response"];
  };
  /** List a user's followers */
  listUserFollowers: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** List the users that a user follows */
  listUserFollowings: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** List the users you block */
  listBlockedUsers: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** Follow a user */
  followUser: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the user to follow or unfollow. */
      following_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Unfollow a user */
  unfollowUser: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the user to follow or unfollow. */
      following_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Block a user */
  blockUser: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the user to block or unblock. */
      blocked_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Unblock a user */
  unblockUser: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the user to block or unblock. */
      blocked_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get an organization */
  getOrganization: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    };
    answer: OrganizationResponse["response"];
  };
  /** Update an organization */
  updateOrganization: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    } & UpdateOrganizationBody;
    answer: OrganizationResponse["response"];
  };
  /** Delete an organization */
  deleteOrganization: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get an organization's image as it was uploaded */
  getOrganizationOriginalImage: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    };
    answer: Blob;
  };
  /** List the shows of an organization's networks */
  listOrganizationShows: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: ShowListItemListResponse["response"];
  };
  /** List the users whose shows belong to an organization */
  listOrganizationNetworks: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** List an organization's members */
  listOrganizationMembers: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: MemberListResponse["response"];
  };
  /** Add a member to an organization or change a member's role */
  setOrganizationMember: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** Id of the user. */
      user_id: number;
    } & SetOrganizationMemberBody;
    answer: EmptyResponse["response"];
  };
  /** Remove a member from an organization */
  removeOrganizationMember: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** Id of the user. */
      user_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Add a collaborator to a show */
  addShowCollaborator: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Id of the user who becomes or stops being a collaborator. */
      collaborator_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Remove a collaborator from a show */
  removeShowCollaborator: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Id of the user who becomes or stops being a collaborator. */
      collaborator_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List the collaborators on a show */
  listShowCollaborators: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** Add a collaborator to all shows of a user */
  addUserCollaborator: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the user who becomes or stops being a collaborator. */
      collaborator_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Remove a collaborator from all shows of a user */
  removeUserCollaborator: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the user who becomes or stops being a collaborator. */
      collaborator_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List the collaborators on all shows of a user */
  listUserCollaborators: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** List who changed a record */
  listAuditEntries: {
    input: {
      /** The kind of a record and its id, such as `lineitem:12`. Kinds: `show`, `episode`, `user`, `organization`, `advertiser`, `campaign`, `lineitem`, `creative`, `list`, `site`. */
      subject: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: AuditEntryListResponse["response"];
  };
  /** List who changed what */
  listLogEntries: {
    input: {
      /** A kind of records or one record: show, episode, user, organization, advertiser, campaign, lineitem, creative, list, site, with or without an id, such as lineitem:12. */
      subject?: string;
      /** The username or id of who acted, or `system` for Longwave itself. */
      actor?: string;
      /** Only entries of this action. */
      action?: "create" | "update" | "delete" | "restore" | "publish" | "schedule" | "replace_audio" | "approve" | "cancel" | "suspend" | "unsuspend" | "share" | "unshare";
      /** The first day, UTC. */
      from?: string;
      /** The last day, UTC. */
      to?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: LogEntryListResponse["response"];
  };
  /** List accounts */
  listAccounts: {
    input: {
      /** An id, or a part of the username, the name or the e-mail address. */
      q?: string;
      /** Only accounts that are suspended, have the verified mark, or are admins. */
      state?: "suspended" | "verified" | "admin";
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: AccountListResponse["response"];
  };
  /** Get an account */
  getAccount: {
    input: {
      /** Id of the user. */
      user_id: number;
    };
    answer: AccountResponse["response"];
  };
  /** Verify a user or change their plan */
  updateAccount: {
    input: {
      /** Id of the user. */
      user_id: number;
    } & UpdateAccountBody;
    answer: AccountResponse["response"];
  };
  /** Suspend an account */
  suspendAccount: {
    input: {
      /** Id of the user. */
      user_id: number;
    } & SuspendAccountBody;
    answer: AccountResponse["response"];
  };
  /** End the suspension of an account */
  unsuspendAccount: {
    input: {
      /** Id of the user. */
      user_id: number;
    };
    answer: AccountResponse["response"];
  };
  /** List your teams' advertisers */
  listAdvertisers: {
    input: {
      /** Default: all your teams. */
      team_id?: number;
      /** Part of the name or of `external_id`. */
      q?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: AdvertiserListResponse["response"];
  };
  /** Create an advertiser */
  createAdvertiser: {
    input: Record<never, never> & CreateAdvertiserBody;
    answer: AdvertiserResponse["response"];
  };
  /** Get an advertiser */
  getAdvertiser: {
    input: {
      /** Id of the advertiser. */
      advertiser_id: number;
    };
    answer: AdvertiserResponse["response"];
  };
  /** Update an advertiser */
  updateAdvertiser: {
    input: {
      /** Id of the advertiser. */
      advertiser_id: number;
    } & UpdateAdvertiserBody;
    answer: AdvertiserResponse["response"];
  };
  /** Delete an advertiser */
  deleteAdvertiser: {
    input: {
      /** Id of the advertiser. */
      advertiser_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List your teams' campaigns */
  listCampaigns: {
    input: {
      /** Default: all your teams. */
      team_id?: number;
      /** Only campaigns of this advertiser. */
      advertiser_id?: number;
      /** Only campaigns with this status. */
      status?: "NOT_STARTED" | "RUNNING" | "STOPPED" | "COMPLETED";
      /** Part of the name or of `external_id`. */
      q?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: CampaignListResponse["response"];
  };
  /** Create a campaign */
  createCampaign: {
    input: Record<never, never> & CreateCampaignBody;
    answer: CampaignResponse["response"];
  };
  /** Get a campaign */
  getCampaign: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    };
    answer: CampaignResponse["response"];
  };
  /** Update a campaign */
  updateCampaign: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    } & UpdateCampaignBody;
    answer: CampaignResponse["response"];
  };
  /** Delete a campaign and its line items */
  deleteCampaign: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Share the report of a campaign */
  createReportShare: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    } & CreateReportShareBody;
    answer: ReportShareResponse["response"];
  };
  /** Stop sharing the report of a campaign */
  deleteReportShare: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List your teams' line items */
  listLineItems: {
    input: {
      /** Default: all your teams. */
      team_id?: number;
      /** Only line items of this campaign. */
      campaign_id?: number;
      /** Only line items of this advertiser. */
      advertiser_id?: number;
      /** Only line items with this status. */
      status?: "NOT_STARTED" | "RUNNING" | "STOPPED" | "COMPLETED";
      /** Only line items with this delivery status. */
      delivery_status?: "DRAFT" | "INCOMPLETE" | "SCHEDULED" | "DELIVERING" | "EXTENDED" | "PAUSED" | "COMPLETED" | "UNFULFILLED" | "CANCELED";
      /** Part of the name or of `external_id`. */
      q?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: LineItemListResponse["response"];
  };
  /** Create a line item */
  createLineItem: {
    input: Record<never, never> & CreateLineItemBody;
    answer: LineItemResponse["response"];
  };
  /** Get a line item */
  getLineItem: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    };
    answer: LineItemResponse["response"];
  };
  /** Update a line item */
  updateLineItem: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    } & UpdateLineItemBody;
    answer: LineItemResponse["response"];
  };
  /** Delete a line item */
  deleteLineItem: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Clone a line item with its creatives */
  cloneLineItem: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    };
    answer: LineItemResponse["response"];
  };
  /** Update up to 200 line items */
  updateLineItems: {
    input: Record<never, never> & UpdateLineItemsBody;
    answer: LineItemsResponse["response"];
  };
  /** Add a creative to a line item's rotation */
  addLineItemCreative: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    } & AddLineItemCreativeBody;
    answer: CreativeResponse["response"];
  };
  /** Update a creative's weight or audio */
  updateLineItemCreative: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** Id of the creative. */
      creative_id: number;
    } & UpdateLineItemCreativeBody;
    answer: CreativeResponse["response"];
  };
  /** Remove a creative from a line item's rotation */
  removeLineItemCreative: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** Id of the creative. */
      creative_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get a creative's audio as it was uploaded */
  getCreativeOriginalAudio: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** Id of the creative. */
      creative_id: number;
    };
    answer: Blob;
  };
  /** Check the sound of a creative */
  getCreativeSound: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** Id of the creative. */
      creative_id: number;
    };
    answer: CreativeSoundCheckResponse["response"];
  };
  /** Get the all-time impressions and revenue of all campaigns of an organization's team */
  getOrganizationCampaignStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    };
    answer: TeamImpressionTotalsResponse["response"];
  };
  /** List the impressions and revenue of each campaign of an organization's team */
  listOrganizationCampaignImpressionTotals: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: CampaignImpressionTotalsListResponse["response"];
  };
  /** Get the impressions and revenue of all campaigns of an organization's team by day, week or month */
  getOrganizationCampaignImpressionStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: OrganizationCampaignImpressionStatisticsResponse["response"];
  };
  /** Export the impressions and revenue of all campaigns of an organization's team by day, week or month as CSV */
  exportOrganizationCampaignImpressionStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the all-time impressions and revenue of a campaign */
  getCampaignStatistics: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    };
    answer: ImpressionTotalsResponse["response"];
  };
  /** List the impressions and revenue of each line item of a campaign */
  listCampaignLineItemImpressionTotals: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: LineItemImpressionTotalsListResponse["response"];
  };
  /** Get the impressions and revenue of a campaign for a date range */
  getCampaignImpressionTotals: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ImpressionTotalsResponse["response"];
  };
  /** Get the impressions and revenue of a campaign by day, week or month */
  getCampaignImpressionStatistics: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: CampaignImpressionStatisticsResponse["response"];
  };
  /** Export the impressions and revenue of a campaign by day, week or month as CSV */
  exportCampaignImpressionStatistics: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the all-time impressions and revenue of a line item */
  getLineItemStatistics: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    };
    answer: ImpressionTotalsResponse["response"];
  };
  /** Get the impressions and revenue of a line item for a date range */
  getLineItemImpressionTotals: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ImpressionTotalsResponse["response"];
  };
  /** Get the impressions and revenue of a line item by day, week or month */
  getLineItemImpressionStatistics: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: LineItemImpressionStatisticsResponse["response"];
  };
  /** Export the impressions and revenue of a line item by day, week or month as CSV */
  exportLineItemImpressionStatistics: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Compare a third party's report with a campaign */
  createReconciliation: {
    input: {
      /** Id of the campaign. */
      campaign_id: number;
    } & CreateReconciliationBody;
    answer: ReconciliationResponse["response"];
  };
  /** Get a report on the campaigns of an organization's team */
  getCampaignReport: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** `custom`: from `from` to `to`. All others are whole UTC days before today, with weeks from Monday to Sunday; `this_month` includes today. */
      period?: "custom" | "yesterday" | "last_7_days" | "last_30_days" | "last_week" | "this_month" | "last_month";
      /** The first day of the period `custom`, in UTC. */
      from?: string | null;
      /** The last day of the period `custom`, in UTC; not before `from`, at most 5 years later. */
      to?: string | null;
      /** The breakdown of the figures, besides the currency: at most one of `day`, `week` and `month`, and `advertiser`, `campaign`, `lineitem`, `show`, `creative`. Empty: only by currency. */
      dimensions?: ("day" | "week" | "month" | "advertiser" | "campaign" | "lineitem" | "show" | "creative")[];
      /** Only campaigns of this advertiser. Empty: of all. */
      advertiser_id?: number | null;
      /** Only this campaign. Empty: of all. */
      campaign_id?: number | null;
      /** Only this line item. Empty: of all. */
      lineitem_id?: number | null;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: CampaignReportResponse["response"];
  };
  /** Export a report on the campaigns of an organization's team as CSV */
  exportCampaignReport: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** `custom`: from `from` to `to`. All others are whole UTC days before today, with weeks from Monday to Sunday; `this_month` includes today. */
      period?: "custom" | "yesterday" | "last_7_days" | "last_30_days" | "last_week" | "this_month" | "last_month";
      /** The first day of the period `custom`, in UTC. */
      from?: string | null;
      /** The last day of the period `custom`, in UTC; not before `from`, at most 5 years later. */
      to?: string | null;
      /** The breakdown of the figures, besides the currency: at most one of `day`, `week` and `month`, and `advertiser`, `campaign`, `lineitem`, `show`, `creative`. Empty: only by currency. */
      dimensions?: ("day" | "week" | "month" | "advertiser" | "campaign" | "lineitem" | "show" | "creative")[];
      /** Only campaigns of this advertiser. Empty: of all. */
      advertiser_id?: number | null;
      /** Only this campaign. Empty: of all. */
      campaign_id?: number | null;
      /** Only this line item. Empty: of all. */
      lineitem_id?: number | null;
    };
    answer: string;
  };
  /** List the saved reports of an organization's team */
  listSavedReports: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    };
    answer: SavedReportListResponse["response"];
  };
  /** Save a report on the campaigns of an organization's team */
  createSavedReport: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    } & CreateSavedReportBody;
    answer: SavedReportResponse["response"];
  };
  /** Get a saved report */
  getSavedReport: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    };
    answer: SavedReportResponse["response"];
  };
  /** Update a saved report */
  updateSavedReport: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    } & UpdateSavedReportBody;
    answer: SavedReportResponse["response"];
  };
  /** Delete a saved report */
  deleteSavedReport: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get the schedule on which a saved report is mailed */
  getReportSchedule: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    };
    answer: ReportScheduleResponse["response"];
  };
  /** Mail a saved report on a schedule */
  setReportSchedule: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    } & SetReportScheduleBody;
    answer: ReportScheduleResponse["response"];
  };
  /** Stop mailing a saved report */
  deleteReportSchedule: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List the mails of a saved report */
  listReportMails: {
    input: {
      /** Id of the saved report. */
      report_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: ReportMailListResponse["response"];
  };
  /** Mail a saved report to yourself now */
  createReportMail: {
    input: {
      /** Id of the saved report. */
      report_id: number;
    };
    answer: ReportMailResponse["response"];
  };
  /** Unsubscribe from the mails of a report */
  unsubscribeFromReport: {
    input: {
      /** From the link in a mail. */
      code: string;
    };
    answer: EmptyResponse["response"];
  };
  /** Open the page that ends the mails of a report */
  getUnsubscribePage: {
    input: {
      /** From the link in a mail. */
      code: string;
    };
    answer: Blob;
  };
  /** Get the all-time audience of an organization's shows */
  getOrganizationStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
    };
    answer: OrganizationStatisticsResponse["response"];
  };
  /** Get the plays and downloads of an organization's shows by day, week or month */
  getOrganizationPlayStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: PlayStatisticsResponse["response"];
  };
  /** Export the plays and downloads of an organization's shows by day, week or month as CSV */
  exportOrganizationPlayStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the distinct listeners of an organization's shows by day, week or month */
  getOrganizationListenerStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: ListenerStatisticsResponse["response"];
  };
  /** Export the distinct listeners of an organization's shows by day, week or month as CSV */
  exportOrganizationListenerStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the plays and downloads of an organization's shows by weekday and hour */
  getOrganizationHourStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: HourStatisticsResponse["response"];
  };
  /** Export the plays and downloads of an organization's shows by weekday and hour as CSV */
  exportOrganizationHourStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: string;
  };
  /** Get the apps and sites used to listen to an organization's shows */
  getOrganizationSourceStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: SourceStatisticsResponse["response"];
  };
  /** Export the apps and sites used to listen to an organization's shows as CSV */
  exportOrganizationSourceStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the devices used to listen to an organization's shows */
  getOrganizationDeviceStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: DeviceStatisticsResponse["response"];
  };
  /** Export the devices used to listen to an organization's shows as CSV */
  exportOrganizationDeviceStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the operating systems used to listen to an organization's shows */
  getOrganizationOperatingSystemStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: OperatingSystemStatisticsResponse["response"];
  };
  /** Export the operating systems used to listen to an organization's shows as CSV */
  exportOrganizationOperatingSystemStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the countries where people listen to an organization's shows */
  getOrganizationGeographicStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: GeographicStatisticsResponse["response"];
  };
  /** Export the countries where people listen to an organization's shows as CSV */
  exportOrganizationGeographicStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: string;
  };
  /** Get the uncounted requests for an organization's shows by reason */
  getOrganizationExclusionStatistics: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ExclusionStatisticsResponse["response"];
  };
  /** Compare the episodes of an organization's shows at equal age */
  listOrganizationEpisodeAges: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** Ages in days of 24 hours: any of 1, 2, 3, 7, 14, 30, 60, 90, 180, 365, separated by commas. */
      days?: (number)[];
      /** By date of publication, or by plays and downloads at the age `sort_days`. */
      sorting?: "newest" | "oldest" | "most" | "fewest";
      /** The age that `most` and `fewest` sort by. Default: the first of `days`. */
      sort_days?: number;
    };
    answer: OrganizationEpisodeAgesResponse["response"];
  };
  /** List the plays and downloads of each user of an organization */
  listOrganizationUserPlayTotals: {
    input: {
      /** Id of the organization. */
      organization_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: UserPlayTotalsListResponse["response"];
  };
  /** Get the all-time audience of a user's shows */
  getUserStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
    };
    answer: UserStatisticsResponse["response"];
  };
  /** Get the plays and downloads of a user's shows by day, week or month */
  getUserPlayStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: PlayStatisticsResponse["response"];
  };
  /** Export the plays and downloads of a user's shows by day, week or month as CSV */
  exportUserPlayStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the new likes of a user's shows by day, week or month */
  getUserLikeStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: LikeStatisticsResponse["response"];
  };
  /** Export the new likes of a user's shows by day, week or month as CSV */
  exportUserLikeStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the new followers of a user by day, week or month */
  getUserFollowerStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: FollowerStatisticsResponse["response"];
  };
  /** Export the new followers of a user by day, week or month as CSV */
  exportUserFollowerStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the distinct listeners of a user's shows by day, week or month */
  getUserListenerStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: ListenerStatisticsResponse["response"];
  };
  /** Export the distinct listeners of a user's shows by day, week or month as CSV */
  exportUserListenerStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the plays and downloads of a user's shows by weekday and hour */
  getUserHourStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: HourStatisticsResponse["response"];
  };
  /** Export the plays and downloads of a user's shows by weekday and hour as CSV */
  exportUserHourStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: string;
  };
  /** Get the apps and sites used to listen to a user's shows */
  getUserSourceStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: SourceStatisticsResponse["response"];
  };
  /** Export the apps and sites used to listen to a user's shows as CSV */
  exportUserSourceStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the devices used to listen to a user's shows */
  getUserDeviceStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: DeviceStatisticsResponse["response"];
  };
  /** Export the devices used to listen to a user's shows as CSV */
  exportUserDeviceStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the operating systems used to listen to a user's shows */
  getUserOperatingSystemStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: OperatingSystemStatisticsResponse["response"];
  };
  /** Export the operating systems used to listen to a user's shows as CSV */
  exportUserOperatingSystemStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the countries where people listen to a user's shows */
  getUserGeographicStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: GeographicStatisticsResponse["response"];
  };
  /** Export the countries where people listen to a user's shows as CSV */
  exportUserGeographicStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: string;
  };
  /** Get the uncounted requests for a user's shows by reason */
  getUserExclusionStatistics: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ExclusionStatisticsResponse["response"];
  };
  /** Compare the episodes of a user's shows at equal age */
  listUserEpisodeAges: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** Ages in days of 24 hours: any of 1, 2, 3, 7, 14, 30, 60, 90, 180, 365, separated by commas. */
      days?: (number)[];
      /** By date of publication, or by plays and downloads at the age `sort_days`. */
      sorting?: "newest" | "oldest" | "most" | "fewest";
      /** The age that `most` and `fewest` sort by. Default: the first of `days`. */
      sort_days?: number;
    };
    answer: UserEpisodeAgesResponse["response"];
  };
  /** List the plays and downloads of each show of a user */
  listUserShowPlayTotals: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: ShowPlayTotalsListResponse["response"];
  };
  /** Get the all-time audience of a show */
  getShowStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
    };
    answer: ShowStatisticsResponse["response"];
  };
  /** Get the plays and downloads of a show by day, week or month */
  getShowPlayStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: PlayStatisticsResponse["response"];
  };
  /** Export the plays and downloads of a show by day, week or month as CSV */
  exportShowPlayStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the new likes of a show by day, week or month */
  getShowLikeStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: LikeStatisticsResponse["response"];
  };
  /** Export the new likes of a show by day, week or month as CSV */
  exportShowLikeStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the distinct listeners of a show by day, week or month */
  getShowListenerStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: ListenerStatisticsResponse["response"];
  };
  /** Export the distinct listeners of a show by day, week or month as CSV */
  exportShowListenerStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the plays and downloads of a show by weekday and hour */
  getShowHourStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: HourStatisticsResponse["response"];
  };
  /** Export the plays and downloads of a show by weekday and hour as CSV */
  exportShowHourStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: string;
  };
  /** Get the apps and sites used to listen to a show */
  getShowSourceStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: SourceStatisticsResponse["response"];
  };
  /** Export the apps and sites used to listen to a show as CSV */
  exportShowSourceStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the devices used to listen to a show */
  getShowDeviceStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: DeviceStatisticsResponse["response"];
  };
  /** Export the devices used to listen to a show as CSV */
  exportShowDeviceStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the operating systems used to listen to a show */
  getShowOperatingSystemStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: OperatingSystemStatisticsResponse["response"];
  };
  /** Export the operating systems used to listen to a show as CSV */
  exportShowOperatingSystemStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the countries where people listen to a show */
  getShowGeographicStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: GeographicStatisticsResponse["response"];
  };
  /** Export the countries where people listen to a show as CSV */
  exportShowGeographicStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: string;
  };
  /** Get the uncounted requests for a show by reason */
  getShowExclusionStatistics: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ExclusionStatisticsResponse["response"];
  };
  /** Compare the episodes of a show at equal age */
  listShowEpisodeAges: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** Ages in days of 24 hours: any of 1, 2, 3, 7, 14, 30, 60, 90, 180, 365, separated by commas. */
      days?: (number)[];
      /** By date of publication, or by plays and downloads at the age `sort_days`. */
      sorting?: "newest" | "oldest" | "most" | "fewest";
      /** The age that `most` and `fewest` sort by. Default: the first of `days`. */
      sort_days?: number;
    };
    answer: ShowEpisodeAgesResponse["response"];
  };
  /** List the plays and downloads of each episode of a show */
  listShowEpisodePlayTotals: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: EpisodePlayTotalsListResponse["response"];
  };
  /** Get the all-time audience of an episode */
  getEpisodeStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EpisodeStatisticsResponse["response"];
  };
  /** Get the plays and downloads of an episode by day, week or month */
  getEpisodePlayStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: PlayStatisticsResponse["response"];
  };
  /** Export the plays and downloads of an episode by day, week or month as CSV */
  exportEpisodePlayStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the new likes of an episode by day, week or month */
  getEpisodeLikeStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: LikeStatisticsResponse["response"];
  };
  /** Export the new likes of an episode by day, week or month as CSV */
  exportEpisodeLikeStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the distinct listeners of an episode by day, week or month */
  getEpisodeListenerStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: ListenerStatisticsResponse["response"];
  };
  /** Export the distinct listeners of an episode by day, week or month as CSV */
  exportEpisodeListenerStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
    };
    answer: string;
  };
  /** Get the plays and downloads of an episode by weekday and hour */
  getEpisodeHourStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: HourStatisticsResponse["response"];
  };
  /** Export the plays and downloads of an episode by weekday and hour as CSV */
  exportEpisodeHourStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** IANA time zone of weekdays and hours; the days of the range stay UTC days. In zones such as Asia/Kolkata, a UTC hour belongs to the local hour in which it begins. */
      timezone?: string;
    };
    answer: string;
  };
  /** Get the apps and sites used to listen to an episode */
  getEpisodeSourceStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: SourceStatisticsResponse["response"];
  };
  /** Export the apps and sites used to listen to an episode as CSV */
  exportEpisodeSourceStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** The bucket size: day, ISO week (starting on Monday) or month. */
      group: "day" | "week" | "month";
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the devices used to listen to an episode */
  getEpisodeDeviceStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: DeviceStatisticsResponse["response"];
  };
  /** Export the devices used to listen to an episode as CSV */
  exportEpisodeDeviceStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the operating systems used to listen to an episode */
  getEpisodeOperatingSystemStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: OperatingSystemStatisticsResponse["response"];
  };
  /** Export the operating systems used to listen to an episode as CSV */
  exportEpisodeOperatingSystemStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
      /** Decimal places of the percentages, which always add up to 100. */
      precision?: number;
    };
    answer: string;
  };
  /** Get the uncounted requests for an episode by reason */
  getEpisodeExclusionStatistics: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ExclusionStatisticsResponse["response"];
  };
  /** Get the uncounted requests of the whole server by reason */
  getAllExclusionStatistics: {
    input: {
      /** The first day, in UTC. */
      from: string;
      /** The last day, in UTC; not before `from`, at most 5 years later. */
      to: string;
    };
    answer: ExclusionStatisticsResponse["response"];
  };
  /** Unsubscribe from mails about your shows */
  unsubscribeFromNumbers: {
    input: {
      /** From the link in a mail. */
      code: string;
    };
    answer: EmptyResponse["response"];
  };
  /** Open the page that ends mails about your shows */
  getUnsubscribeFromNumbersPage: {
    input: {
      /** From the link in a mail. */
      code: string;
    };
    answer: Blob;
  };
  /** List the annotations of a show */
  listAnnotations: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The first day, in UTC. */
      from?: string;
      /** The last day, in UTC. */
      to?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: AnnotationListResponse["response"];
  };
  /** Annotate a show's time line */
  createAnnotation: {
    input: Record<never, never> & CreateAnnotationBody;
    answer: AnnotationResponse["response"];
  };
  /** Get an annotation */
  getAnnotation: {
    input: {
      /** Id of the annotation. */
      annotation_id: number;
    };
    answer: AnnotationResponse["response"];
  };
  /** Update an annotation */
  updateAnnotation: {
    input: {
      /** Id of the annotation. */
      annotation_id: number;
    } & UpdateAnnotationBody;
    answer: AnnotationResponse["response"];
  };
  /** Delete an annotation */
  deleteAnnotation: {
    input: {
      /** Id of the annotation. */
      annotation_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get a show */
  getShow: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show with limited access (`LIMITED`). */
      key?: string;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: ShowResponse["response"];
  };
  /** Update a show */
  updateShow: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    } & UpdateShowBody;
    answer: ShowResponse["response"];
  };
  /** Delete a show */
  deleteShow: {
    input: {
      /** Id of the show. */
      show_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Create a show */
  createShow: {
    input: {
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    } & CreateShowBody;
    answer: ShowResponse["response"];
  };
  /** List a user's shows */
  listUserShows: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** `listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not. */
      filter?: "listenable" | "editable";
      /** Which shows to list, separated by commas. Only the user and admins see the shows on which the user collaborates: for others, `SHOW_COLLABORATOR` and `USER_COLLABORATOR` add nothing. */
      access_level?: ("AUTHOR" | "SHOW_COLLABORATOR" | "USER_COLLABORATOR")[];
      /** Only the show with this `podcast:guid`. */
      guid?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: ShowListItemListResponse["response"];
  };
  /** Get an episode */
  getEpisode: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeResponse["response"];
  };
  /** Update an episode */
  updateEpisode: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & UpdateEpisodeBody;
    answer: EpisodeResponse["response"];
  };
  /** Delete an episode */
  deleteEpisode: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List a show's episodes */
  listShowEpisodes: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** `listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not. */
      filter?: "listenable" | "editable";
      /** By date of publication. */
      sorting?: "newest" | "oldest";
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeSummaryListResponse["response"];
  };
  /** Create an episode with audio */
  createEpisode: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & CreateEpisodeBody;
    answer: EpisodeResponse["response"];
  };
  /** List a user's episodes */
  listUserEpisodes: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** `listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not. */
      filter?: "listenable" | "editable";
      /** By date of publication. */
      sorting?: "newest" | "oldest";
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: EpisodeSummaryListResponse["response"];
  };
  /** Create an episode without audio */
  createEpisodeDraft: {
    input: Record<never, never> & CreateEpisodeDraftBody;
    answer: EpisodeResponse["response"];
  };
  /** Update up to 200 episodes */
  updateEpisodes: {
    input: Record<never, never> & UpdateEpisodesBody;
    answer: EpisodesResponse["response"];
  };
  /** Search all shows or episodes */
  searchCatalog: {
    input: {
      /** The kind of results to return. */
      type: "shows" | "episodes";
      /** The search text. */
      q: string;
      /** Only results in this language. */
      language?: "sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk";
      /** A category, including its subcategories. */
      category_id?: number;
      /** Only results with explicit content (`true`), or only those without (`false`). */
      explicit?: boolean;
      /** `YYYY-MM-DD`, inclusive. For shows, the date of the latest episode. */
      published_after?: string;
      /** `YYYY-MM-DD`, inclusive. */
      published_before?: string;
      /** In seconds; for episodes only. */
      duration_min?: number;
      /** In seconds; for episodes only. */
      duration_max?: number;
      /** Adds `score` to each item. */
      explain?: boolean;
      /** Adds the number of results in each language and category, among the best 1,000. */
      facets?: boolean;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: CatalogResponse["response"];
  };
  /** Search a user's shows or episodes */
  searchUserCatalog: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** The kind of results to return. */
      type: "shows" | "episodes";
      /** The search text. */
      q: string;
      /** Only results in this language. */
      language?: "sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk";
      /** A category, including its subcategories. */
      category_id?: number;
      /** Only results with explicit content (`true`), or only those without (`false`). */
      explicit?: boolean;
      /** `YYYY-MM-DD`, inclusive. For shows, the date of the latest episode. */
      published_after?: string;
      /** `YYYY-MM-DD`, inclusive. */
      published_before?: string;
      /** In seconds; for episodes only. */
      duration_min?: number;
      /** In seconds; for episodes only. */
      duration_max?: number;
      /** Adds `score` to each item. */
      explain?: boolean;
      /** Adds the number of results in each language and category, among the best 1,000. */
      facets?: boolean;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
      /** `listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not. */
      filter?: "listenable" | "editable";
    };
    answer: UserCatalogResponse["response"];
  };
  /** Search a show's episodes */
  searchShowEpisodes: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** The kind of results to return. */
      type: "episodes";
      /** `listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not. */
      filter?: "listenable" | "editable";
      /** The search text. */
      q: string;
      /** Only results in this language. */
      language?: "sq" | "ar" | "be" | "bg" | "zh" | "hr" | "cs" | "da" | "nl" | "en" | "et" | "fi" | "fr" | "de" | "el" | "hu" | "is" | "it" | "ja" | "lt" | "mk" | "no" | "pl" | "pt" | "ro" | "ru" | "sr" | "sk" | "sl" | "es" | "sv" | "tr" | "uk";
      /** A category, including its subcategories. */
      category_id?: number;
      /** Only results with explicit content (`true`), or only those without (`false`). */
      explicit?: boolean;
      /** `YYYY-MM-DD`, inclusive. For shows, the date of the latest episode. */
      published_after?: string;
      /** `YYYY-MM-DD`, inclusive. */
      published_before?: string;
      /** In seconds; for episodes only. */
      duration_min?: number;
      /** In seconds; for episodes only. */
      duration_max?: number;
      /** Adds `score` to each item. */
      explain?: boolean;
      /** Adds the number of results in each language and category, among the best 1,000. */
      facets?: boolean;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: ShowEpisodesResponse["response"];
  };
  /** Suggest shows, episodes, people and categories for a partly typed search */
  suggestShows: {
    input: {
      /** The search text. */
      q: string;
      /** Number of items per page; values above 20 are treated as 20. */
      limit?: number;
    };
    answer: ShowsResponse["response"];
  };
  /** Play an episode */
  playEpisode: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: Blob;
  };
  /** Play an episode */
  playEpisodeMp3: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: Blob;
  };
  /** Download an episode */
  downloadEpisode: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: Blob;
  };
  /** Download an episode */
  downloadEpisodeMp3: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: Blob;
  };
  /** Preview an episode as a listener gets it */
  createEpisodePreview: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & CreateEpisodePreviewBody;
    answer: EpisodePreviewResponse["response"];
  };
  /** Hear a line item in an episode */
  createAircheck: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
    } & CreateAircheckBody;
    answer: AircheckResponse["response"];
  };
  /** Forecast the delivery of a line item */
  forecastLineItem: {
    input: Record<never, never> & ForecastLineItemBody;
    answer: LineItemForecastResponse["response"];
  };
  /** Get the reasons why a line item did or did not run */
  getLineItemDiagnosis: {
    input: {
      /** Id of the line item. */
      lineitem_id: number;
      /** First day of the period, inclusive. */
      from: string;
      /** Last day of the period, inclusive. */
      to: string;
    };
    answer: LineItemDiagnosisResponse["response"];
  };
  /** Get the slots of the coming weeks, and how many are booked */
  getInventory: {
    input: {
      /** Default: all your teams. */
      team_id?: number;
      /** How many weeks, beginning with the rest of this one. */
      weeks?: number;
      /** Id of the show. */
      show_id?: number;
      /** Only slots at this position. */
      position?: "preroll" | "midroll" | "postroll";
      /** Only downloads from this country, a code of `/v2/campaigns-countries`. */
      country?: string;
    };
    answer: InventoryResponse["response"];
  };
  /** Get the counting methodology */
  getMethodology: {
    input: Record<never, never>;
    answer: MethodologyResponse["response"];
  };
  /** Add a show to your favorites */
  addFavorite: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the show. */
      show_id: number;
    } & AddFavoriteBody;
    answer: EmptyResponse["response"];
  };
  /** Remove a show from your favorites */
  removeFavorite: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the show. */
      show_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List a user's favorite shows */
  listUserFavorites: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: ShowListItemListResponse["response"];
  };
  /** Get the key that subscriptions are made with */
  getPushKey: {
    input: Record<never, never>;
    answer: PushKeyResponse["response"];
  };
  /** List your devices that get notifications */
  listDevices: {
    input: Record<never, never>;
    answer: DeviceListResponse["response"];
  };
  /** Get notifications on a device */
  addDevice: {
    input: Record<never, never> & AddDeviceBody;
    answer: DeviceResponse["response"];
  };
  /** End notifications on a device */
  deleteDevice: {
    input: {
      /** Id of the device. */
      device_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get how you are notified of new episodes, and of your own shows */
  getNotificationSettings: {
    input: Record<never, never>;
    answer: NotificationSettingsResponse["response"];
  };
  /** Set how you are notified of new episodes, and of your own shows */
  setNotificationSettings: {
    input: Record<never, never> & SetNotificationSettingsBody;
    answer: NotificationSettingsResponse["response"];
  };
  /** Unsubscribe from mails about new episodes */
  unsubscribeFromEpisodes: {
    input: {
      /** From the link in a mail. */
      code: string;
    };
    answer: EmptyResponse["response"];
  };
  /** Open the page that ends mails about new episodes */
  getUnsubscribeFromEpisodesPage: {
    input: {
      /** From the link in a mail. */
      code: string;
    };
    answer: Blob;
  };
  /** Like an episode */
  likeEpisode: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the episode. */
      episode_id: number;
    } & LikeEpisodeBody;
    answer: EmptyResponse["response"];
  };
  /** Unlike an episode */
  unlikeEpisode: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Check whether a user likes an episode */
  checkUserLike: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EmptyResponse["response"];
  };
  /** List the episodes a user likes */
  listUserLikes: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: EpisodeSummaryListResponse["response"];
  };
  /** List the users who like an episode */
  listEpisodeLikes: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: PublicUserListResponse["response"];
  };
  /** Bookmark an episode */
  addBookmark: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the episode. */
      episode_id: number;
    } & AddBookmarkBody;
    answer: EmptyResponse["response"];
  };
  /** Remove a bookmark */
  removeBookmark: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List your bookmarks */
  listUserBookmarks: {
    input: {
      /** The user's number or username, or `me`. */
      user_id: number | string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: EpisodeSummaryListResponse["response"];
  };
  /** List an episode's messages */
  listEpisodeMessages: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: MessageListResponse["response"];
  };
  /** Write a message about an episode */
  createEpisodeMessage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & CreateEpisodeMessageBody;
    answer: MessageResponse["response"];
  };
  /** Delete a message */
  deleteEpisodeMessage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the message. */
      message_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Say that a message needs no answer */
  settleEpisodeMessage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the message. */
      message_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Say that a message needs an answer after all */
  unsettleEpisodeMessage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the message. */
      message_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Report a message to the operator */
  reportEpisodeMessage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the message. */
      message_id: number;
    } & ReportEpisodeMessageBody;
    answer: EmptyResponse["response"];
  };
  /** List reported messages */
  listReportedMessages: {
    input: {
      /** `open`: to be decided; `decided`: newest decision first. */
      state?: "open" | "decided";
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: ReportedMessageListResponse["response"];
  };
  /** Decide on a reported message */
  decideReports: {
    input: {
      /** Id of the message. */
      message_id: number;
    } & DecideReportsBody;
    answer: EmptyResponse["response"];
  };
  /** Take back the decision on a reported message */
  reopenReports: {
    input: {
      /** Id of the message. */
      message_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List the curated lists */
  listCuratedLists: {
    input: {
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
      /** ISO 3166-1 code of the listener's country. */
      country?: string;
    };
    answer: CuratedListListResponse["response"];
  };
  /** Create a curated list */
  createCuratedList: {
    input: Record<never, never> & CreateCuratedListBody;
    answer: CuratedListResponse["response"];
  };
  /** Get a curated list */
  getCuratedList: {
    input: {
      /** Id of the curated list. */
      list_id: number;
    };
    answer: GetCuratedListResponse["response"];
  };
  /** Update a curated list's name, subtitle or countries, hide or publish it */
  updateCuratedList: {
    input: {
      /** Id of the curated list. */
      list_id: number;
    } & UpdateCuratedListBody;
    answer: CuratedListResponse["response"];
  };
  /** Delete a curated list */
  deleteCuratedList: {
    input: {
      /** Id of the curated list. */
      list_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List the shows of a curated list */
  listCuratedListShows: {
    input: {
      /** Id of the curated list. */
      list_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
      /** The version of the order to which `last_id` belongs, as in `next_url`. */
      version?: number;
    };
    answer: ShowSummaryListResponse["response"];
  };
  /** Set a list's shows */
  setCuratedListShows: {
    input: {
      /** Id of the curated list. */
      list_id: number;
    } & SetCuratedListShowsBody;
    answer: CuratedListShowsResponse["response"];
  };
  /** List the shows of a category */
  listCategoryShows: {
    input: {
      /** Id of the category, from `GET /v2/show-categories`. */
      category_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
      /** The version of the order to which `last_id` belongs, as in `next_url`. */
      version?: number;
    };
    answer: ShowSummaryListResponse["response"];
  };
  /** List all curated lists, hidden ones too */
  listAllCuratedLists: {
    input: {
      /** A part of the name. */
      q?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: AdminListListResponse["response"];
  };
  /** Get a curated list with its settings and the ids of its shows */
  getCuratedListSettings: {
    input: {
      /** Id of the curated list. */
      list_id: number;
    };
    answer: CuratedListSettingsResponse["response"];
  };
  /** List the latest episodes with a tag */
  listTagEpisodes: {
    input: {
      /** The tag, without `#`. */
      tag_name: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: TaggedEpisodeListResponse["response"];
  };
  /** List events, or wait for the next ones */
  listEvents: {
    input: {
      /** Only events after this `sequence`: `cursor` of the previous response. Default: only events from now on. */
      after?: number;
      /** Only events of these types. Empty: all. */
      types?: ("show.created" | "show.updated" | "show.deleted" | "episode.created" | "episode.updated" | "episode.published" | "episode.unpublished" | "episode.deleted" | "episode.processing.done" | "episode.processing.failed" | "followed.episode.published" | "import.finished" | "feed.check.failed" | "feed.redirected" | "message.created" | "message.reported" | "follower.created" | "milestone.reached" | "advertiser.created" | "advertiser.updated" | "advertiser.deleted" | "campaign.created" | "campaign.updated" | "campaign.deleted" | "campaign.budget.80" | "campaign.budget.100" | "lineitem.created" | "lineitem.updated" | "lineitem.deleted" | "lineitem.status" | "lineitem.at_risk" | "lineitem.completed" | "creative.ready" | "creative.failed" | "pixel.failing" | "statistics.day.closed" | "recount.done")[];
      /** Seconds to wait for an event if there is none yet. */
      wait?: number;
      /** Also events about records of others; only for admins of the server. */
      everything?: boolean;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
    };
    answer: EventsResponse["response"];
  };
  /** List your webhooks */
  listWebhooks: {
    input: Record<never, never>;
    answer: WebhookListResponse["response"];
  };
  /** Create a webhook */
  createWebhook: {
    input: Record<never, never> & CreateWebhookBody;
    answer: WebhookResponse["response"];
  };
  /** Get a webhook */
  getWebhook: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    };
    answer: WebhookResponse["response"];
  };
  /** Update a webhook */
  updateWebhook: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    } & UpdateWebhookBody;
    answer: WebhookResponse["response"];
  };
  /** Delete a webhook with its log */
  deleteWebhook: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get the secret that signs what a webhook sends */
  getWebhookSecret: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    };
    answer: WebhookSecretResponse["response"];
  };
  /** Replace the secret or the key of a webhook */
  rotateWebhookSecret: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    };
    answer: WebhookResponse["response"];
  };
  /** List what a webhook has sent */
  listWebhookDeliveries: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
      /** Only deliveries in this state. */
      state?: "PENDING" | "DELIVERED" | "FAILED";
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: WebhookDeliveryListResponse["response"];
  };
  /** Get a delivery of a webhook */
  getWebhookDelivery: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
      /** Id of the delivery. */
      delivery_id: number;
    };
    answer: WebhookDeliveryResponse["response"];
  };
  /** Send a delivery of a webhook again */
  replayWebhookDelivery: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
      /** Id of the delivery. */
      delivery_id: number;
    };
    answer: WebhookDeliveryResponse["response"];
  };
  /** Send the events of a range to a webhook again */
  replayWebhookEvents: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    } & ReplayWebhookEventsBody;
    answer: WebhookEventsResponse["response"];
  };
  /** Send a test to a webhook */
  testWebhook: {
    input: {
      /** Id of the webhook. */
      webhook_id: number;
    };
    answer: WebhookDeliveryResponse["response"];
  };
  /** Get a show's persons */
  getShowPersons: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowPersonsResponse["response"];
  };
  /** Set a show's persons */
  setShowPersons: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowPersonsBody;
    answer: ShowPersonsResponse["response"];
  };
  /** Get a show's funding links */
  getShowFunding: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowFundingResponse["response"];
  };
  /** Set a show's funding links */
  setShowFunding: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowFundingBody;
    answer: ShowFundingResponse["response"];
  };
  /** Get a show's import lock */
  getShowLocked: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowLockedResponse["response"];
  };
  /** Set a show's import lock */
  setShowLocked: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowLockedBody;
    answer: ShowLockedResponse["response"];
  };
  /** Get a show's license */
  getShowLicense: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowLicenseResponse["response"];
  };
  /** Set a show's license */
  setShowLicense: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowLicenseBody;
    answer: ShowLicenseResponse["response"];
  };
  /** Get a show's locations */
  getShowLocation: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowLocationResponse["response"];
  };
  /** Set a show's locations */
  setShowLocation: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowLocationBody;
    answer: ShowLocationResponse["response"];
  };
  /** Get a show's free text tags */
  getShowTxt: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowTxtResponse["response"];
  };
  /** Set a show's free text tags */
  setShowTxt: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowTxtBody;
    answer: ShowTxtResponse["response"];
  };
  /** Get a show's recommended shows */
  getShowPodroll: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowPodrollResponse["response"];
  };
  /** Set a show's recommended shows */
  setShowPodroll: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowPodrollBody;
    answer: ShowPodrollResponse["response"];
  };
  /** Get a show's payment recipients */
  getShowValue: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowValueResponse["response"];
  };
  /** Set a show's payment recipients */
  setShowValue: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowValueBody;
    answer: ShowValueResponse["response"];
  };
  /** Get a show's trailers */
  getShowTrailers: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowTrailersResponse["response"];
  };
  /** Set a show's trailers */
  setShowTrailers: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowTrailersBody;
    answer: ShowTrailersResponse["response"];
  };
  /** Get a show's medium */
  getShowMedium: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowMediumResponse["response"];
  };
  /** Set a show's medium */
  setShowMedium: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowMediumBody;
    answer: ShowMediumResponse["response"];
  };
  /** Get a show's additional images */
  getShowImages: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowImagesResponse["response"];
  };
  /** Set a show's additional images */
  setShowImages: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowImagesBody;
    answer: ShowImagesResponse["response"];
  };
  /** Get a show's update frequency */
  getShowUpdateFrequency: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowUpdateFrequencyResponse["response"];
  };
  /** Set a show's update frequency */
  setShowUpdateFrequency: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowUpdateFrequencyBody;
    answer: ShowUpdateFrequencyResponse["response"];
  };
  /** Get a show's pages in directories */
  getShowListings: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: ShowListingsResponse["response"];
  };
  /** Set a show's pages in directories */
  setShowListings: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & SetShowListingsBody;
    answer: ShowListingsResponse["response"];
  };
  /** Get an episode's persons */
  getEpisodePersons: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodePersonsResponse["response"];
  };
  /** Set an episode's persons */
  setEpisodePersons: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodePersonsBody;
    answer: EpisodePersonsResponse["response"];
  };
  /** Get an episode's soundbites */
  getEpisodeSoundbites: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeSoundbitesResponse["response"];
  };
  /** Set an episode's soundbites */
  setEpisodeSoundbites: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeSoundbitesBody;
    answer: EpisodeSoundbitesResponse["response"];
  };
  /** Get an episode's license */
  getEpisodeLicense: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeLicenseResponse["response"];
  };
  /** Set an episode's license */
  setEpisodeLicense: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeLicenseBody;
    answer: EpisodeLicenseResponse["response"];
  };
  /** Get an episode's locations */
  getEpisodeLocation: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeLocationResponse["response"];
  };
  /** Set an episode's locations */
  setEpisodeLocation: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeLocationBody;
    answer: EpisodeLocationResponse["response"];
  };
  /** Get an episode's free text tags */
  getEpisodeTxt: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeTxtResponse["response"];
  };
  /** Set an episode's free text tags */
  setEpisodeTxt: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeTxtBody;
    answer: EpisodeTxtResponse["response"];
  };
  /** Get an episode's payment recipients */
  getEpisodeValue: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeValueResponse["response"];
  };
  /** Set an episode's payment recipients */
  setEpisodeValue: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeValueBody;
    answer: EpisodeValueResponse["response"];
  };
  /** Get an episode's additional images */
  getEpisodeImages: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeImagesResponse["response"];
  };
  /** Set an episode's additional images */
  setEpisodeImages: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeImagesBody;
    answer: EpisodeImagesResponse["response"];
  };
  /** Get an episode's discussion links */
  getEpisodeSocialInteract: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeSocialInteractResponse["response"];
  };
  /** Set an episode's discussion links */
  setEpisodeSocialInteract: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeSocialInteractBody;
    answer: EpisodeSocialInteractResponse["response"];
  };
  /** Get an episode's external chapters file */
  getEpisodeChaptersFile: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeChaptersFileResponse["response"];
  };
  /** Set an episode's external chapters file */
  setEpisodeChaptersFile: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeChaptersFileBody;
    answer: EpisodeChaptersFileResponse["response"];
  };
  /** List an episode's transcripts */
  listEpisodeTranscripts: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
    };
    answer: EpisodeTranscriptsResponse["response"];
  };
  /** Add a transcript to an episode */
  createEpisodeTranscript: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & CreateEpisodeTranscriptBody;
    answer: TranscriptResponse["response"];
  };
  /** Delete a transcript */
  deleteEpisodeTranscript: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the transcript. */
      transcript_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get a show's feed settings */
  getShowFeedSettings: {
    input: {
      /** Id of the show. */
      show_id: number;
    };
    answer: FeedMetadataResponse["response"];
  };
  /** Update a show's feed settings */
  updateShowFeedSettings: {
    input: {
      /** Id of the show. */
      show_id: number;
    } & UpdateShowFeedSettingsBody;
    answer: FeedMetadataResponse["response"];
  };
  /** Check a show's feed against RSS 2.0, PSP-1 and Apple's rules */
  checkShowFeed: {
    input: {
      /** Id of the show. */
      show_id: number;
    };
    answer: FeedCheckResponse["response"];
  };
  /** List the announcements of a show's feed */
  listShowFeedPings: {
    input: {
      /** Id of the show. */
      show_id: number;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: FeedPingListResponse["response"];
  };
  /** List an episode's chapters */
  listEpisodeChapters: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Key of a show or episode with limited access (`LIMITED`). */
      key?: string;
      /** The digest in the URL of a rendition of this episode (`/media/r/<digest>/…`): times are then those of that rendition, ads included. The answer repeats it in `X-Rendition`. */
      r?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Id of the last item on the previous page. */
      last_id?: number;
    };
    answer: ChapterListResponse["response"];
  };
  /** Add a chapter to an episode */
  createEpisodeChapter: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & CreateEpisodeChapterBody;
    answer: ChapterResponse["response"];
  };
  /** Delete all chapters of an episode */
  deleteEpisodeChapters: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Update a chapter */
  updateEpisodeChapter: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the chapter. */
      chapter_id: number;
    } & UpdateEpisodeChapterBody;
    answer: ChapterResponse["response"];
  };
  /** Delete a chapter */
  deleteEpisodeChapter: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the chapter. */
      chapter_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List an episode's cuepoints */
  listEpisodeCuepoints: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EpisodeCuepointsResponse["response"];
  };
  /** Set an episode's cuepoints */
  setEpisodeCuepoints: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    } & SetEpisodeCuepointsBody;
    answer: EpisodeCuepointsResponse["response"];
  };
  /** Delete all cuepoints of an episode */
  deleteEpisodeCuepoints: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Get a show's cover as it was uploaded */
  getShowOriginalImage: {
    input: {
      /** Id of the show. */
      show_id: number;
    };
    answer: Blob;
  };
  /** Get an episode's own cover as it was uploaded */
  getEpisodeOriginalImage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: Blob;
  };
  /** Get a chapter's image as it was uploaded */
  getChapterOriginalImage: {
    input: {
      /** Id of the episode. */
      episode_id: number;
      /** Id of the chapter. */
      chapter_id: number;
    };
    answer: Blob;
  };
  /** Get an episode's audio as it was uploaded */
  getEpisodeOriginalAudio: {
    input: {
      /** Id of the episode. */
      episode_id: number;
    };
    answer: Blob;
  };
  /** Import a podcast feed */
  createImport: {
    input: Record<never, never> & CreateImportBody;
    answer: ImportResponse["response"];
  };
  /** Get the state of an import */
  getImport: {
    input: {
      /** Id of the import. */
      import_id: number;
    };
    answer: ImportResponse["response"];
  };
  /** List everybody's imports */
  listAllImports: {
    input: {
      /** Only imports in this state. */
      state?: "PENDING" | "RUNNING" | "DONE" | "FAILED";
      /** A part of the feed's URL, or of the person's username or name. */
      q?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: ListedImportListResponse["response"];
  };
  /** Run a failed import again */
  retryImport: {
    input: {
      /** Id of the import. */
      import_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Cancel an import that waits or runs */
  cancelImport: {
    input: {
      /** Id of the import. */
      import_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Check the server and what it depends on */
  getHealth: {
    input: Record<never, never>;
    answer: HealthResponse["response"];
  };
  /** List background jobs */
  listJobs: {
    input: {
      /** Only jobs of this queue. */
      queue?: "users" | "server";
      /** Only jobs in this state. */
      state?: "waiting" | "running" | "failed";
      /** A part of the job's name, or its owner, such as `user:7`. */
      q?: string;
      /** Number of items per page; values above 100 are treated as 100. */
      limit?: number;
      /** Number of items to skip. */
      offset?: number;
    };
    answer: JobListResponse["response"];
  };
  /** Run a background job again now */
  retryJob: {
    input: {
      /** `users`: work that users cause; `server`: the server's own. */
      queue: "users" | "server";
      /** Id of the job in its queue. */
      job_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** Delete a background job */
  deleteJob: {
    input: {
      /** `users`: work that users cause; `server`: the server's own. */
      queue: "users" | "server";
      /** Id of the job in its queue. */
      job_id: number;
    };
    answer: EmptyResponse["response"];
  };
  /** List the categories of shows */
  listShowCategories: {
    input: {
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: ShowCategoriesResponse["response"];
  };
  /** List the categories of the partner store */
  listPartnerCategories: {
    input: {
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: PartnerCategoriesResponse["response"];
  };
  /** List the languages of shows */
  listShowLanguages: {
    input: {
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: ShowLanguagesResponse["response"];
  };
  /** List the countries that campaigns can target */
  listCampaignCountries: {
    input: {
      /** Language of names, such as `it_IT`. Default: `Accept-Language`, then English. */
      c?: string;
    };
    answer: CampaignCountriesResponse["response"];
  };
};

/** Where each operation is, which of its input goes into the query, and what its answer is. */
export const OPERATIONS = {
  getUser: { method: "GET", path: "/v2/users/{user_id}", query: [], answer: "json", takesKey: false },
  updateUser: { method: "POST", path: "/v2/users/{user_id}", query: [], answer: "json", takesKey: true },
  getCurrentUser: { method: "GET", path: "/v2/me", query: [], answer: "json", takesKey: false },
  listUserFollowers: { method: "GET", path: "/v2/users/{user_id}/followers", query: ["limit","last_id"], answer: "json", takesKey: false },
  listUserFollowings: { method: "GET", path: "/v2/users/{user_id}/followings", query: ["limit","last_id"], answer: "json", takesKey: false },
  listBlockedUsers: { method: "GET", path: "/v2/users/{user_id}/blocks", query: ["limit","last_id"], answer: "json", takesKey: false },
  followUser: { method: "PUT", path: "/v2/users/{user_id}/followings/{following_id}", query: [], answer: "json", takesKey: false },
  unfollowUser: { method: "DELETE", path: "/v2/users/{user_id}/followings/{following_id}", query: [], answer: "json", takesKey: false },
  blockUser: { method: "PUT", path: "/v2/users/{user_id}/blocks/{blocked_id}", query: [], answer: "json", takesKey: false },
  unblockUser: { method: "DELETE", path: "/v2/users/{user_id}/blocks/{blocked_id}", query: [], answer: "json", takesKey: false },
  getOrganization: { method: "GET", path: "/v2/organizations/{organization_id}", query: [], answer: "json", takesKey: false },
  updateOrganization: { method: "POST", path: "/v2/organizations/{organization_id}", query: [], answer: "json", takesKey: true },
  deleteOrganization: { method: "DELETE", path: "/v2/organizations/{organization_id}", query: [], answer: "json", takesKey: false },
  getOrganizationOriginalImage: { method: "GET", path: "/v2/organizations/{organization_id}/original-image", query: [], answer: "file", takesKey: false },
  listOrganizationShows: { method: "GET", path: "/v2/organizations/{organization_id}/shows", query: ["limit","offset","c"], answer: "json", takesKey: false },
  listOrganizationNetworks: { method: "GET", path: "/v2/organizations/{organization_id}/networks", query: ["limit","last_id"], answer: "json", takesKey: false },
  listOrganizationMembers: { method: "GET", path: "/v2/organizations/{organization_id}/members", query: ["limit","last_id"], answer: "json", takesKey: false },
  setOrganizationMember: { method: "PUT", path: "/v2/organizations/{organization_id}/members/{user_id}", query: [], answer: "json", takesKey: false },
  removeOrganizationMember: { method: "DELETE", path: "/v2/organizations/{organization_id}/members/{user_id}", query: [], answer: "json", takesKey: false },
  addShowCollaborator: { method: "PUT", path: "/v2/shows/{show_id}/collaborators/{collaborator_id}", query: [], answer: "json", takesKey: false },
  removeShowCollaborator: { method: "DELETE", path: "/v2/shows/{show_id}/collaborators/{collaborator_id}", query: [], answer: "json", takesKey: false },
  listShowCollaborators: { method: "GET", path: "/v2/shows/{show_id}/collaborators", query: ["limit","last_id"], answer: "json", takesKey: false },
  addUserCollaborator: { method: "PUT", path: "/v2/users/{user_id}/collaborators/{collaborator_id}", query: [], answer: "json", takesKey: false },
  removeUserCollaborator: { method: "DELETE", path: "/v2/users/{user_id}/collaborators/{collaborator_id}", query: [], answer: "json", takesKey: false },
  listUserCollaborators: { method: "GET", path: "/v2/users/{user_id}/collaborators", query: ["limit","last_id"], answer: "json", takesKey: false },
  listAuditEntries: { method: "GET", path: "/v2/audit", query: ["subject","limit","last_id"], answer: "json", takesKey: false },
  listLogEntries: { method: "GET", path: "/v2/admin/audit", query: ["subject","actor","action","from","to","limit","last_id"], answer: "json", takesKey: false },
  listAccounts: { method: "GET", path: "/v2/admin/users", query: ["q","state","limit","offset"], answer: "json", takesKey: false },
  getAccount: { method: "GET", path: "/v2/admin/users/{user_id}", query: [], answer: "json", takesKey: false },
  updateAccount: { method: "POST", path: "/v2/admin/users/{user_id}", query: [], answer: "json", takesKey: true },
  suspendAccount: { method: "PUT", path: "/v2/admin/users/{user_id}/suspension", query: [], answer: "json", takesKey: false },
  unsuspendAccount: { method: "DELETE", path: "/v2/admin/users/{user_id}/suspension", query: [], answer: "json", takesKey: false },
  listAdvertisers: { method: "GET", path: "/v2/advertisers", query: ["team_id","q","limit","offset"], answer: "json", takesKey: false },
  createAdvertiser: { method: "POST", path: "/v2/advertisers", query: [], answer: "json", takesKey: true },
  getAdvertiser: { method: "GET", path: "/v2/advertisers/{advertiser_id}", query: [], answer: "json", takesKey: false },
  updateAdvertiser: { method: "PUT", path: "/v2/advertisers/{advertiser_id}", query: [], answer: "json", takesKey: false },
  deleteAdvertiser: { method: "DELETE", path: "/v2/advertisers/{advertiser_id}", query: [], answer: "json", takesKey: false },
  listCampaigns: { method: "GET", path: "/v2/campaigns", query: ["team_id","advertiser_id","status","q","limit","offset"], answer: "json", takesKey: false },
  createCampaign: { method: "POST", path: "/v2/campaigns", query: [], answer: "json", takesKey: true },
  getCampaign: { method: "GET", path: "/v2/campaigns/{campaign_id}", query: [], answer: "json", takesKey: false },
  updateCampaign: { method: "PUT", path: "/v2/campaigns/{campaign_id}", query: [], answer: "json", takesKey: false },
  deleteCampaign: { method: "DELETE", path: "/v2/campaigns/{campaign_id}", query: [], answer: "json", takesKey: false },
  createReportShare: { method: "POST", path: "/v2/campaigns/{campaign_id}/share", query: [], answer: "json", takesKey: true },
  deleteReportShare: { method: "DELETE", path: "/v2/campaigns/{campaign_id}/share", query: [], answer: "json", takesKey: false },
  listLineItems: { method: "GET", path: "/v2/lineitems", query: ["team_id","campaign_id","advertiser_id","status","delivery_status","q","limit","offset"], answer: "json", takesKey: false },
  createLineItem: { method: "POST", path: "/v2/lineitems", query: [], answer: "json", takesKey: true },
  getLineItem: { method: "GET", path: "/v2/lineitems/{lineitem_id}", query: [], answer: "json", takesKey: false },
  updateLineItem: { method: "POST", path: "/v2/lineitems/{lineitem_id}", query: [], answer: "json", takesKey: true },
  deleteLineItem: { method: "DELETE", path: "/v2/lineitems/{lineitem_id}", query: [], answer: "json", takesKey: false },
  cloneLineItem: { method: "POST", path: "/v2/lineitems/{lineitem_id}/clone", query: [], answer: "json", takesKey: true },
  updateLineItems: { method: "POST", path: "/v2/lineitems/bulk", query: [], answer: "json", takesKey: true },
  addLineItemCreative: { method: "POST", path: "/v2/lineitems/{lineitem_id}/creatives", query: [], answer: "json", takesKey: true },
  updateLineItemCreative: { method: "POST", path: "/v2/lineitems/{lineitem_id}/creatives/{creative_id}", query: [], answer: "json", takesKey: true },
  removeLineItemCreative: { method: "DELETE", path: "/v2/lineitems/{lineitem_id}/creatives/{creative_id}", query: [], answer: "json", takesKey: false },
  getCreativeOriginalAudio: { method: "GET", path: "/v2/lineitems/{lineitem_id}/creatives/{creative_id}/original-audio", query: [], answer: "file", takesKey: false },
  getCreativeSound: { method: "GET", path: "/v2/lineitems/{lineitem_id}/creatives/{creative_id}/sound", query: [], answer: "json", takesKey: false },
  getOrganizationCampaignStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/campaign-statistics", query: [], answer: "json", takesKey: false },
  listOrganizationCampaignImpressionTotals: { method: "GET", path: "/v2/organizations/{organization_id}/campaigns/campaign-statistics/impressions/totals", query: ["from","to","limit","offset"], answer: "json", takesKey: false },
  getOrganizationCampaignImpressionStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/campaign-statistics/impressions", query: ["from","to","group"], answer: "json", takesKey: false },
  exportOrganizationCampaignImpressionStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/campaign-statistics/impressions.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getCampaignStatistics: { method: "GET", path: "/v2/campaigns/{campaign_id}/campaign-statistics", query: [], answer: "json", takesKey: false },
  listCampaignLineItemImpressionTotals: { method: "GET", path: "/v2/campaigns/{campaign_id}/lineitems/campaign-statistics/impressions/totals", query: ["from","to","limit","offset"], answer: "json", takesKey: false },
  getCampaignImpressionTotals: { method: "GET", path: "/v2/campaigns/{campaign_id}/campaign-statistics/impressions/totals", query: ["from","to"], answer: "json", takesKey: false },
  getCampaignImpressionStatistics: { method: "GET", path: "/v2/campaigns/{campaign_id}/campaign-statistics/impressions", query: ["from","to","group"], answer: "json", takesKey: false },
  exportCampaignImpressionStatistics: { method: "GET", path: "/v2/campaigns/{campaign_id}/campaign-statistics/impressions.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getLineItemStatistics: { method: "GET", path: "/v2/lineitems/{lineitem_id}/campaign-statistics", query: [], answer: "json", takesKey: false },
  getLineItemImpressionTotals: { method: "GET", path: "/v2/lineitems/{lineitem_id}/campaign-statistics/impressions/totals", query: ["from","to"], answer: "json", takesKey: false },
  getLineItemImpressionStatistics: { method: "GET", path: "/v2/lineitems/{lineitem_id}/campaign-statistics/impressions", query: ["from","to","group"], answer: "json", takesKey: false },
  exportLineItemImpressionStatistics: { method: "GET", path: "/v2/lineitems/{lineitem_id}/campaign-statistics/impressions.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  createReconciliation: { method: "POST", path: "/v2/campaigns/{campaign_id}/reconciliation", query: [], answer: "json", takesKey: true },
  getCampaignReport: { method: "GET", path: "/v2/organizations/{organization_id}/campaign-report", query: ["period","from","to","dimensions","advertiser_id","campaign_id","lineitem_id","limit","offset"], answer: "json", takesKey: false },
  exportCampaignReport: { method: "GET", path: "/v2/organizations/{organization_id}/campaign-report.csv", query: ["period","from","to","dimensions","advertiser_id","campaign_id","lineitem_id"], answer: "text", takesKey: false },
  listSavedReports: { method: "GET", path: "/v2/organizations/{organization_id}/saved-reports", query: [], answer: "json", takesKey: false },
  createSavedReport: { method: "POST", path: "/v2/organizations/{organization_id}/saved-reports", query: [], answer: "json", takesKey: true },
  getSavedReport: { method: "GET", path: "/v2/saved-reports/{report_id}", query: [], answer: "json", takesKey: false },
  updateSavedReport: { method: "POST", path: "/v2/saved-reports/{report_id}", query: [], answer: "json", takesKey: true },
  deleteSavedReport: { method: "DELETE", path: "/v2/saved-reports/{report_id}", query: [], answer: "json", takesKey: false },
  getReportSchedule: { method: "GET", path: "/v2/saved-reports/{report_id}/schedule", query: [], answer: "json", takesKey: false },
  setReportSchedule: { method: "PUT", path: "/v2/saved-reports/{report_id}/schedule", query: [], answer: "json", takesKey: false },
  deleteReportSchedule: { method: "DELETE", path: "/v2/saved-reports/{report_id}/schedule", query: [], answer: "json", takesKey: false },
  listReportMails: { method: "GET", path: "/v2/saved-reports/{report_id}/mails", query: ["limit","last_id"], answer: "json", takesKey: false },
  createReportMail: { method: "POST", path: "/v2/saved-reports/{report_id}/mails", query: [], answer: "json", takesKey: true },
  unsubscribeFromReport: { method: "POST", path: "/v2/report-mails/unsubscribe", query: ["code"], answer: "json", takesKey: false },
  getUnsubscribePage: { method: "GET", path: "/v2/report-mails/unsubscribe", query: ["code"], answer: "file", takesKey: false },
  getOrganizationStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics", query: [], answer: "json", takesKey: false },
  getOrganizationPlayStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/plays", query: ["from","to","group"], answer: "json", takesKey: false },
  exportOrganizationPlayStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/plays.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getOrganizationListenerStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/listeners", query: ["from","to","group"], answer: "json", takesKey: false },
  exportOrganizationListenerStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/listeners.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getOrganizationHourStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/hours", query: ["from","to","timezone"], answer: "json", takesKey: false },
  exportOrganizationHourStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/hours.csv", query: ["from","to","timezone"], answer: "text", takesKey: false },
  getOrganizationSourceStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/sources", query: ["from","to","group","precision"], answer: "json", takesKey: false },
  exportOrganizationSourceStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/sources.csv", query: ["from","to","group","precision"], answer: "text", takesKey: false },
  getOrganizationDeviceStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/devices", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportOrganizationDeviceStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/devices.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getOrganizationOperatingSystemStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/os", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportOrganizationOperatingSystemStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/os.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getOrganizationGeographicStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/geographics", query: ["from","to","precision","c"], answer: "json", takesKey: false },
  exportOrganizationGeographicStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/geographics.csv", query: ["from","to","precision","c"], answer: "text", takesKey: false },
  getOrganizationExclusionStatistics: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/exclusions", query: ["from","to"], answer: "json", takesKey: false },
  listOrganizationEpisodeAges: { method: "GET", path: "/v2/organizations/{organization_id}/statistics/ages", query: ["limit","offset","days","sorting","sort_days"], answer: "json", takesKey: false },
  listOrganizationUserPlayTotals: { method: "GET", path: "/v2/organizations/{organization_id}/users/statistics/plays/totals", query: ["from","to","limit","offset"], answer: "json", takesKey: false },
  getUserStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics", query: [], answer: "json", takesKey: false },
  getUserPlayStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/plays", query: ["from","to","group"], answer: "json", takesKey: false },
  exportUserPlayStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/plays.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getUserLikeStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/likes", query: ["from","to","group"], answer: "json", takesKey: false },
  exportUserLikeStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/likes.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getUserFollowerStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/followers", query: ["from","to","group"], answer: "json", takesKey: false },
  exportUserFollowerStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/followers.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getUserListenerStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/listeners", query: ["from","to","group"], answer: "json", takesKey: false },
  exportUserListenerStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/listeners.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getUserHourStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/hours", query: ["from","to","timezone"], answer: "json", takesKey: false },
  exportUserHourStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/hours.csv", query: ["from","to","timezone"], answer: "text", takesKey: false },
  getUserSourceStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/sources", query: ["from","to","group","precision"], answer: "json", takesKey: false },
  exportUserSourceStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/sources.csv", query: ["from","to","group","precision"], answer: "text", takesKey: false },
  getUserDeviceStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/devices", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportUserDeviceStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/devices.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getUserOperatingSystemStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/os", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportUserOperatingSystemStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/os.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getUserGeographicStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/geographics", query: ["from","to","precision","c"], answer: "json", takesKey: false },
  exportUserGeographicStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/geographics.csv", query: ["from","to","precision","c"], answer: "text", takesKey: false },
  getUserExclusionStatistics: { method: "GET", path: "/v2/users/{user_id}/statistics/exclusions", query: ["from","to"], answer: "json", takesKey: false },
  listUserEpisodeAges: { method: "GET", path: "/v2/users/{user_id}/statistics/ages", query: ["limit","offset","days","sorting","sort_days"], answer: "json", takesKey: false },
  listUserShowPlayTotals: { method: "GET", path: "/v2/users/{user_id}/shows/statistics/plays/totals", query: ["from","to","limit","offset"], answer: "json", takesKey: false },
  getShowStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics", query: [], answer: "json", takesKey: false },
  getShowPlayStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/plays", query: ["from","to","group"], answer: "json", takesKey: false },
  exportShowPlayStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/plays.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getShowLikeStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/likes", query: ["from","to","group"], answer: "json", takesKey: false },
  exportShowLikeStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/likes.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getShowListenerStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/listeners", query: ["from","to","group"], answer: "json", takesKey: false },
  exportShowListenerStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/listeners.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getShowHourStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/hours", query: ["from","to","timezone"], answer: "json", takesKey: false },
  exportShowHourStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/hours.csv", query: ["from","to","timezone"], answer: "text", takesKey: false },
  getShowSourceStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/sources", query: ["from","to","group","precision"], answer: "json", takesKey: false },
  exportShowSourceStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/sources.csv", query: ["from","to","group","precision"], answer: "text", takesKey: false },
  getShowDeviceStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/devices", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportShowDeviceStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/devices.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getShowOperatingSystemStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/os", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportShowOperatingSystemStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/os.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getShowGeographicStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/geographics", query: ["from","to","precision","c"], answer: "json", takesKey: false },
  exportShowGeographicStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/geographics.csv", query: ["from","to","precision","c"], answer: "text", takesKey: false },
  getShowExclusionStatistics: { method: "GET", path: "/v2/shows/{show_id}/statistics/exclusions", query: ["from","to"], answer: "json", takesKey: false },
  listShowEpisodeAges: { method: "GET", path: "/v2/shows/{show_id}/statistics/ages", query: ["limit","offset","days","sorting","sort_days"], answer: "json", takesKey: false },
  listShowEpisodePlayTotals: { method: "GET", path: "/v2/shows/{show_id}/episodes/statistics/plays/totals", query: ["from","to","limit","offset"], answer: "json", takesKey: false },
  getEpisodeStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics", query: [], answer: "json", takesKey: false },
  getEpisodePlayStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/plays", query: ["from","to","group"], answer: "json", takesKey: false },
  exportEpisodePlayStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/plays.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getEpisodeLikeStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/likes", query: ["from","to","group"], answer: "json", takesKey: false },
  exportEpisodeLikeStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/likes.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getEpisodeListenerStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/listeners", query: ["from","to","group"], answer: "json", takesKey: false },
  exportEpisodeListenerStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/listeners.csv", query: ["from","to","group"], answer: "text", takesKey: false },
  getEpisodeHourStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/hours", query: ["from","to","timezone"], answer: "json", takesKey: false },
  exportEpisodeHourStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/hours.csv", query: ["from","to","timezone"], answer: "text", takesKey: false },
  getEpisodeSourceStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/sources", query: ["from","to","group","precision"], answer: "json", takesKey: false },
  exportEpisodeSourceStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/sources.csv", query: ["from","to","group","precision"], answer: "text", takesKey: false },
  getEpisodeDeviceStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/devices", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportEpisodeDeviceStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/devices.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getEpisodeOperatingSystemStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/os", query: ["from","to","precision"], answer: "json", takesKey: false },
  exportEpisodeOperatingSystemStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/os.csv", query: ["from","to","precision"], answer: "text", takesKey: false },
  getEpisodeExclusionStatistics: { method: "GET", path: "/v2/episodes/{episode_id}/statistics/exclusions", query: ["from","to"], answer: "json", takesKey: false },
  getAllExclusionStatistics: { method: "GET", path: "/v2/admin/statistics/exclusions", query: ["from","to"], answer: "json", takesKey: false },
  unsubscribeFromNumbers: { method: "POST", path: "/v2/audience-mails/unsubscribe", query: ["code"], answer: "json", takesKey: false },
  getUnsubscribeFromNumbersPage: { method: "GET", path: "/v2/audience-mails/unsubscribe", query: ["code"], answer: "file", takesKey: false },
  listAnnotations: { method: "GET", path: "/v2/annotations", query: ["show_id","from","to","limit","offset"], answer: "json", takesKey: false },
  createAnnotation: { method: "POST", path: "/v2/annotations", query: [], answer: "json", takesKey: true },
  getAnnotation: { method: "GET", path: "/v2/annotations/{annotation_id}", query: [], answer: "json", takesKey: false },
  updateAnnotation: { method: "POST", path: "/v2/annotations/{annotation_id}", query: [], answer: "json", takesKey: true },
  deleteAnnotation: { method: "DELETE", path: "/v2/annotations/{annotation_id}", query: [], answer: "json", takesKey: false },
  getShow: { method: "GET", path: "/v2/shows/{show_id}", query: ["key","c"], answer: "json", takesKey: false },
  updateShow: { method: "POST", path: "/v2/shows/{show_id}", query: ["c"], answer: "json", takesKey: true },
  deleteShow: { method: "DELETE", path: "/v2/shows/{show_id}", query: [], answer: "json", takesKey: false },
  createShow: { method: "POST", path: "/v2/shows", query: ["c"], answer: "json", takesKey: true },
  listUserShows: { method: "GET", path: "/v2/users/{user_id}/shows", query: ["filter","access_level","guid","limit","offset","c"], answer: "json", takesKey: false },
  getEpisode: { method: "GET", path: "/v2/episodes/{episode_id}", query: ["key"], answer: "json", takesKey: false },
  updateEpisode: { method: "POST", path: "/v2/episodes/{episode_id}", query: [], answer: "json", takesKey: true },
  deleteEpisode: { method: "DELETE", path: "/v2/episodes/{episode_id}", query: [], answer: "json", takesKey: false },
  listShowEpisodes: { method: "GET", path: "/v2/shows/{show_id}/episodes", query: ["filter","sorting","limit","last_id","key"], answer: "json", takesKey: false },
  createEpisode: { method: "POST", path: "/v2/shows/{show_id}/episodes", query: [], answer: "json", takesKey: true },
  listUserEpisodes: { method: "GET", path: "/v2/users/{user_id}/episodes", query: ["filter","sorting","limit","last_id"], answer: "json", takesKey: false },
  createEpisodeDraft: { method: "POST", path: "/v2/episodes/drafts", query: [], answer: "json", takesKey: true },
  updateEpisodes: { method: "POST", path: "/v2/episodes/bulk", query: [], answer: "json", takesKey: true },
  searchCatalog: { method: "GET", path: "/v2/search", query: ["type","q","language","category_id","explicit","published_after","published_before","duration_min","duration_max","explain","facets","limit","offset"], answer: "json", takesKey: false },
  searchUserCatalog: { method: "GET", path: "/v2/search/users/{user_id}", query: ["type","q","language","category_id","explicit","published_after","published_before","duration_min","duration_max","explain","facets","limit","offset","filter"], answer: "json", takesKey: false },
  searchShowEpisodes: { method: "GET", path: "/v2/search/shows/{show_id}", query: ["type","filter","q","language","category_id","explicit","published_after","published_before","duration_min","duration_max","explain","facets","limit","offset"], answer: "json", takesKey: false },
  suggestShows: { method: "GET", path: "/v2/search/suggest", query: ["q","limit"], answer: "json", takesKey: false },
  playEpisode: { method: "GET", path: "/v2/episodes/{episode_id}/play", query: ["key"], answer: "file", takesKey: false },
  playEpisodeMp3: { method: "GET", path: "/v2/episodes/{episode_id}/play.mp3", query: ["key"], answer: "file", takesKey: false },
  downloadEpisode: { method: "GET", path: "/v2/episodes/{episode_id}/download", query: ["key"], answer: "file", takesKey: false },
  downloadEpisodeMp3: { method: "GET", path: "/v2/episodes/{episode_id}/download.mp3", query: ["key"], answer: "file", takesKey: false },
  createEpisodePreview: { method: "POST", path: "/v2/episodes/{episode_id}/preview", query: [], answer: "json", takesKey: true },
  createAircheck: { method: "POST", path: "/v2/lineitems/{lineitem_id}/aircheck", query: [], answer: "json", takesKey: true },
  forecastLineItem: { method: "POST", path: "/v2/lineitems/forecast", query: [], answer: "json", takesKey: true },
  getLineItemDiagnosis: { method: "GET", path: "/v2/lineitems/{lineitem_id}/diagnosis", query: ["from","to"], answer: "json", takesKey: false },
  getInventory: { method: "GET", path: "/v2/inventory", query: ["team_id","weeks","show_id","position","country"], answer: "json", takesKey: false },
  getMethodology: { method: "GET", path: "/v2/methodology", query: [], answer: "json", takesKey: false },
  addFavorite: { method: "PUT", path: "/v2/users/{user_id}/favorites/{show_id}", query: [], answer: "json", takesKey: false },
  removeFavorite: { method: "DELETE", path: "/v2/users/{user_id}/favorites/{show_id}", query: [], answer: "json", takesKey: false },
  listUserFavorites: { method: "GET", path: "/v2/users/{user_id}/favorites", query: ["limit","last_id","c"], answer: "json", takesKey: false },
  getPushKey: { method: "GET", path: "/v2/push-key", query: [], answer: "json", takesKey: false },
  listDevices: { method: "GET", path: "/v2/me/devices", query: [], answer: "json", takesKey: false },
  addDevice: { method: "POST", path: "/v2/me/devices", query: [], answer: "json", takesKey: true },
  deleteDevice: { method: "DELETE", path: "/v2/me/devices/{device_id}", query: [], answer: "json", takesKey: false },
  getNotificationSettings: { method: "GET", path: "/v2/me/notification-settings", query: [], answer: "json", takesKey: false },
  setNotificationSettings: { method: "PUT", path: "/v2/me/notification-settings", query: [], answer: "json", takesKey: false },
  unsubscribeFromEpisodes: { method: "POST", path: "/v2/episode-mails/unsubscribe", query: ["code"], answer: "json", takesKey: false },
  getUnsubscribeFromEpisodesPage: { method: "GET", path: "/v2/episode-mails/unsubscribe", query: ["code"], answer: "file", takesKey: false },
  likeEpisode: { method: "PUT", path: "/v2/users/{user_id}/likes/{episode_id}", query: [], answer: "json", takesKey: false },
  unlikeEpisode: { method: "DELETE", path: "/v2/users/{user_id}/likes/{episode_id}", query: [], answer: "json", takesKey: false },
  checkUserLike: { method: "GET", path: "/v2/users/{user_id}/likes/{episode_id}", query: ["key"], answer: "json", takesKey: false },
  listUserLikes: { method: "GET", path: "/v2/users/{user_id}/likes", query: ["limit","last_id"], answer: "json", takesKey: false },
  listEpisodeLikes: { method: "GET", path: "/v2/episodes/{episode_id}/likes", query: ["key","limit","last_id"], answer: "json", takesKey: false },
  addBookmark: { method: "PUT", path: "/v2/users/{user_id}/bookmarks/{episode_id}", query: [], answer: "json", takesKey: false },
  removeBookmark: { method: "DELETE", path: "/v2/users/{user_id}/bookmarks/{episode_id}", query: [], answer: "json", takesKey: false },
  listUserBookmarks: { method: "GET", path: "/v2/users/{user_id}/bookmarks", query: ["limit","last_id"], answer: "json", takesKey: false },
  listEpisodeMessages: { method: "GET", path: "/v2/episodes/{episode_id}/messages", query: ["key","limit","last_id"], answer: "json", takesKey: false },
  createEpisodeMessage: { method: "POST", path: "/v2/episodes/{episode_id}/messages", query: [], answer: "json", takesKey: true },
  deleteEpisodeMessage: { method: "DELETE", path: "/v2/episodes/{episode_id}/messages/{message_id}", query: [], answer: "json", takesKey: false },
  settleEpisodeMessage: { method: "PUT", path: "/v2/episodes/{episode_id}/messages/{message_id}/settled", query: [], answer: "json", takesKey: false },
  unsettleEpisodeMessage: { method: "DELETE", path: "/v2/episodes/{episode_id}/messages/{message_id}/settled", query: [], answer: "json", takesKey: false },
  reportEpisodeMessage: { method: "POST", path: "/v2/episodes/{episode_id}/messages/{message_id}/report-abuse", query: [], answer: "json", takesKey: true },
  listReportedMessages: { method: "GET", path: "/v2/admin/reports", query: ["state","limit","offset"], answer: "json", takesKey: false },
  decideReports: { method: "PUT", path: "/v2/admin/reports/{message_id}/decision", query: [], answer: "json", takesKey: false },
  reopenReports: { method: "DELETE", path: "/v2/admin/reports/{message_id}/decision", query: [], answer: "json", takesKey: false },
  listCuratedLists: { method: "GET", path: "/v2/explore/lists", query: ["limit","last_id","country"], answer: "json", takesKey: false },
  createCuratedList: { method: "POST", path: "/v2/explore/lists", query: [], answer: "json", takesKey: true },
  getCuratedList: { method: "GET", path: "/v2/explore/lists/{list_id}", query: [], answer: "json", takesKey: false },
  updateCuratedList: { method: "PUT", path: "/v2/explore/lists/{list_id}", query: [], answer: "json", takesKey: false },
  deleteCuratedList: { method: "DELETE", path: "/v2/explore/lists/{list_id}", query: [], answer: "json", takesKey: false },
  listCuratedListShows: { method: "GET", path: "/v2/explore/lists/{list_id}/items", query: ["limit","last_id","version"], answer: "json", takesKey: false },
  setCuratedListShows: { method: "PUT", path: "/v2/explore/lists/{list_id}/items", query: [], answer: "json", takesKey: false },
  listCategoryShows: { method: "GET", path: "/v2/explore/categories/{category_id}/items", query: ["limit","last_id","version"], answer: "json", takesKey: false },
  listAllCuratedLists: { method: "GET", path: "/v2/admin/lists", query: ["q","limit","offset"], answer: "json", takesKey: false },
  getCuratedListSettings: { method: "GET", path: "/v2/admin/lists/{list_id}", query: [], answer: "json", takesKey: false },
  listTagEpisodes: { method: "GET", path: "/v2/tags/{tag_name}/episodes", query: ["limit","last_id"], answer: "json", takesKey: false },
  listEvents: { method: "GET", path: "/v2/events", query: ["after","types","wait","everything","limit"], answer: "json", takesKey: false },
  listWebhooks: { method: "GET", path: "/v2/webhooks", query: [], answer: "json", takesKey: false },
  createWebhook: { method: "POST", path: "/v2/webhooks", query: [], answer: "json", takesKey: true },
  getWebhook: { method: "GET", path: "/v2/webhooks/{webhook_id}", query: [], answer: "json", takesKey: false },
  updateWebhook: { method: "POST", path: "/v2/webhooks/{webhook_id}", query: [], answer: "json", takesKey: true },
  deleteWebhook: { method: "DELETE", path: "/v2/webhooks/{webhook_id}", query: [], answer: "json", takesKey: false },
  getWebhookSecret: { method: "GET", path: "/v2/webhooks/{webhook_id}/secret", query: [], answer: "json", takesKey: false },
  rotateWebhookSecret: { method: "POST", path: "/v2/webhooks/{webhook_id}/rotate-secret", query: [], answer: "json", takesKey: true },
  listWebhookDeliveries: { method: "GET", path: "/v2/webhooks/{webhook_id}/deliveries", query: ["state","limit","last_id"], answer: "json", takesKey: false },
  getWebhookDelivery: { method: "GET", path: "/v2/webhooks/{webhook_id}/deliveries/{delivery_id}", query: [], answer: "json", takesKey: false },
  replayWebhookDelivery: { method: "POST", path: "/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", query: [], answer: "json", takesKey: true },
  replayWebhookEvents: { method: "POST", path: "/v2/webhooks/{webhook_id}/replay", query: [], answer: "json", takesKey: true },
  testWebhook: { method: "POST", path: "/v2/webhooks/{webhook_id}/test", query: [], answer: "json", takesKey: true },
  getShowPersons: { method: "GET", path: "/v2/shows/{show_id}/persons", query: ["key"], answer: "json", takesKey: false },
  setShowPersons: { method: "PUT", path: "/v2/shows/{show_id}/persons", query: [], answer: "json", takesKey: false },
  getShowFunding: { method: "GET", path: "/v2/shows/{show_id}/funding", query: ["key"], answer: "json", takesKey: false },
  setShowFunding: { method: "PUT", path: "/v2/shows/{show_id}/funding", query: [], answer: "json", takesKey: false },
  getShowLocked: { method: "GET", path: "/v2/shows/{show_id}/locked", query: ["key"], answer: "json", takesKey: false },
  setShowLocked: { method: "PUT", path: "/v2/shows/{show_id}/locked", query: [], answer: "json", takesKey: false },
  getShowLicense: { method: "GET", path: "/v2/shows/{show_id}/license", query: ["key"], answer: "json", takesKey: false },
  setShowLicense: { method: "PUT", path: "/v2/shows/{show_id}/license", query: [], answer: "json", takesKey: false },
  getShowLocation: { method: "GET", path: "/v2/shows/{show_id}/location", query: ["key"], answer: "json", takesKey: false },
  setShowLocation: { method: "PUT", path: "/v2/shows/{show_id}/location", query: [], answer: "json", takesKey: false },
  getShowTxt: { method: "GET", path: "/v2/shows/{show_id}/txt", query: ["key"], answer: "json", takesKey: false },
  setShowTxt: { method: "PUT", path: "/v2/shows/{show_id}/txt", query: [], answer: "json", takesKey: false },
  getShowPodroll: { method: "GET", path: "/v2/shows/{show_id}/podroll", query: ["key"], answer: "json", takesKey: false },
  setShowPodroll: { method: "PUT", path: "/v2/shows/{show_id}/podroll", query: [], answer: "json", takesKey: false },
  getShowValue: { method: "GET", path: "/v2/shows/{show_id}/value", query: ["key"], answer: "json", takesKey: false },
  setShowValue: { method: "PUT", path: "/v2/shows/{show_id}/value", query: [], answer: "json", takesKey: false },
  getShowTrailers: { method: "GET", path: "/v2/shows/{show_id}/trailers", query: ["key"], answer: "json", takesKey: false },
  setShowTrailers: { method: "PUT", path: "/v2/shows/{show_id}/trailers", query: [], answer: "json", takesKey: false },
  getShowMedium: { method: "GET", path: "/v2/shows/{show_id}/medium", query: ["key"], answer: "json", takesKey: false },
  setShowMedium: { method: "PUT", path: "/v2/shows/{show_id}/medium", query: [], answer: "json", takesKey: false },
  getShowImages: { method: "GET", path: "/v2/shows/{show_id}/images", query: ["key"], answer: "json", takesKey: false },
  setShowImages: { method: "PUT", path: "/v2/shows/{show_id}/images", query: [], answer: "json", takesKey: false },
  getShowUpdateFrequency: { method: "GET", path: "/v2/shows/{show_id}/update-frequency", query: ["key"], answer: "json", takesKey: false },
  setShowUpdateFrequency: { method: "PUT", path: "/v2/shows/{show_id}/update-frequency", query: [], answer: "json", takesKey: false },
  getShowListings: { method: "GET", path: "/v2/shows/{show_id}/listings", query: ["key"], answer: "json", takesKey: false },
  setShowListings: { method: "PUT", path: "/v2/shows/{show_id}/listings", query: [], answer: "json", takesKey: false },
  getEpisodePersons: { method: "GET", path: "/v2/episodes/{episode_id}/persons", query: ["key"], answer: "json", takesKey: false },
  setEpisodePersons: { method: "PUT", path: "/v2/episodes/{episode_id}/persons", query: [], answer: "json", takesKey: false },
  getEpisodeSoundbites: { method: "GET", path: "/v2/episodes/{episode_id}/soundbites", query: ["key"], answer: "json", takesKey: false },
  setEpisodeSoundbites: { method: "PUT", path: "/v2/episodes/{episode_id}/soundbites", query: [], answer: "json", takesKey: false },
  getEpisodeLicense: { method: "GET", path: "/v2/episodes/{episode_id}/license", query: ["key"], answer: "json", takesKey: false },
  setEpisodeLicense: { method: "PUT", path: "/v2/episodes/{episode_id}/license", query: [], answer: "json", takesKey: false },
  getEpisodeLocation: { method: "GET", path: "/v2/episodes/{episode_id}/location", query: ["key"], answer: "json", takesKey: false },
  setEpisodeLocation: { method: "PUT", path: "/v2/episodes/{episode_id}/location", query: [], answer: "json", takesKey: false },
  getEpisodeTxt: { method: "GET", path: "/v2/episodes/{episode_id}/txt", query: ["key"], answer: "json", takesKey: false },
  setEpisodeTxt: { method: "PUT", path: "/v2/episodes/{episode_id}/txt", query: [], answer: "json", takesKey: false },
  getEpisodeValue: { method: "GET", path: "/v2/episodes/{episode_id}/value", query: ["key"], answer: "json", takesKey: false },
  setEpisodeValue: { method: "PUT", path: "/v2/episodes/{episode_id}/value", query: [], answer: "json", takesKey: false },
  getEpisodeImages: { method: "GET", path: "/v2/episodes/{episode_id}/images", query: ["key"], answer: "json", takesKey: false },
  setEpisodeImages: { method: "PUT", path: "/v2/episodes/{episode_id}/images", query: [], answer: "json", takesKey: false },
  getEpisodeSocialInteract: { method: "GET", path: "/v2/episodes/{episode_id}/social-interact", query: ["key"], answer: "json", takesKey: false },
  setEpisodeSocialInteract: { method: "PUT", path: "/v2/episodes/{episode_id}/social-interact", query: [], answer: "json", takesKey: false },
  getEpisodeChaptersFile: { method: "GET", path: "/v2/episodes/{episode_id}/chapters-file", query: ["key"], answer: "json", takesKey: false },
  setEpisodeChaptersFile: { method: "PUT", path: "/v2/episodes/{episode_id}/chapters-file", query: [], answer: "json", takesKey: false },
  listEpisodeTranscripts: { method: "GET", path: "/v2/episodes/{episode_id}/transcripts", query: ["key"], answer: "json", takesKey: false },
  createEpisodeTranscript: { method: "POST", path: "/v2/episodes/{episode_id}/transcripts", query: [], answer: "json", takesKey: true },
  deleteEpisodeTranscript: { method: "DELETE", path: "/v2/episodes/{episode_id}/transcripts/{transcript_id}", query: [], answer: "json", takesKey: false },
  getShowFeedSettings: { method: "GET", path: "/v2/shows/{show_id}/rss-metadata", query: [], answer: "json", takesKey: false },
  updateShowFeedSettings: { method: "POST", path: "/v2/shows/{show_id}/rss-metadata", query: [], answer: "json", takesKey: true },
  checkShowFeed: { method: "GET", path: "/v2/shows/{show_id}/feed-check", query: [], answer: "json", takesKey: false },
  listShowFeedPings: { method: "GET", path: "/v2/shows/{show_id}/feed-pings", query: ["limit","last_id"], answer: "json", takesKey: false },
  listEpisodeChapters: { method: "GET", path: "/v2/episodes/{episode_id}/chapters", query: ["key","r","limit","last_id"], answer: "json", takesKey: false },
  createEpisodeChapter: { method: "POST", path: "/v2/episodes/{episode_id}/chapters", query: [], answer: "json", takesKey: true },
  deleteEpisodeChapters: { method: "DELETE", path: "/v2/episodes/{episode_id}/chapters", query: [], answer: "json", takesKey: false },
  updateEpisodeChapter: { method: "POST", path: "/v2/episodes/{episode_id}/chapters/{chapter_id}", query: [], answer: "json", takesKey: true },
  deleteEpisodeChapter: { method: "DELETE", path: "/v2/episodes/{episode_id}/chapters/{chapter_id}", query: [], answer: "json", takesKey: false },
  listEpisodeCuepoints: { method: "GET", path: "/v2/episodes/{episode_id}/cuepoints", query: [], answer: "json", takesKey: false },
  setEpisodeCuepoints: { method: "POST", path: "/v2/episodes/{episode_id}/cuepoints", query: [], answer: "json", takesKey: true },
  deleteEpisodeCuepoints: { method: "DELETE", path: "/v2/episodes/{episode_id}/cuepoints", query: [], answer: "json", takesKey: false },
  getShowOriginalImage: { method: "GET", path: "/v2/shows/{show_id}/original-image", query: [], answer: "file", takesKey: false },
  getEpisodeOriginalImage: { method: "GET", path: "/v2/episodes/{episode_id}/original-image", query: [], answer: "file", takesKey: false },
  getChapterOriginalImage: { method: "GET", path: "/v2/episodes/{episode_id}/chapters/{chapter_id}/original-image", query: [], answer: "file", takesKey: false },
  getEpisodeOriginalAudio: { method: "GET", path: "/v2/episodes/{episode_id}/original-audio", query: [], answer: "file", takesKey: false },
  createImport: { method: "POST", path: "/v2/imports", query: [], answer: "json", takesKey: true },
  getImport: { method: "GET", path: "/v2/imports/{import_id}", query: [], answer: "json", takesKey: false },
  listAllImports: { method: "GET", path: "/v2/admin/imports", query: ["state","q","limit","offset"], answer: "json", takesKey: false },
  retryImport: { method: "POST", path: "/v2/admin/imports/{import_id}/retry", query: [], answer: "json", takesKey: true },
  cancelImport: { method: "POST", path: "/v2/admin/imports/{import_id}/cancel", query: [], answer: "json", takesKey: true },
  getHealth: { method: "GET", path: "/v2/admin/health", query: [], answer: "json", takesKey: false },
  listJobs: { method: "GET", path: "/v2/admin/jobs", query: ["queue","state","q","limit","offset"], answer: "json", takesKey: false },
  retryJob: { method: "POST", path: "/v2/admin/jobs/{queue}/{job_id}/retry", query: [], answer: "json", takesKey: true },
  deleteJob: { method: "DELETE", path: "/v2/admin/jobs/{queue}/{job_id}", query: [], answer: "json", takesKey: false },
  listShowCategories: { method: "GET", path: "/v2/show-categories", query: ["c"], answer: "json", takesKey: false },
  listPartnerCategories: { method: "GET", path: "/v2/partnerplay-categories", query: ["c"], answer: "json", takesKey: false },
  listShowLanguages: { method: "GET", path: "/v2/show-languages", query: ["c"], answer: "json", takesKey: false },
  listCampaignCountries: { method: "GET", path: "/v2/campaigns-countries", query: ["c"], answer: "json", takesKey: false },
} as const;

/** The fields of each body, and which of them are files, for programs that take them by name. */
export const BODIES = {
  updateUser: { fields: ["fullname","username","description","contact_email","website_url","location","location_latitude","location_longitude","gender","birthday","show_age","content_languages","timezone","favorites_public","socialnet1_permalink","socialnet2_username","image_crop","image_file"], files: ["image_file"] },
  updateOrganization: { fields: ["name","description","download_window","image_crop","image_file"], files: ["image_file"] },
  setOrganizationMember: { fields: ["role"], files: [] },
  updateAccount: { fields: ["verified","plan"], files: [] },
  suspendAccount: { fields: ["reason"], files: [] },
  createAdvertiser: { fields: ["name","iab_categories","domain","external_id","notes","team_id"], files: [] },
  updateAdvertiser: { fields: ["name","iab_categories","domain","external_id","notes"], files: [] },
  createCampaign: { fields: ["name","advertiser_id","currency","external_id","budget_amount","frequency_cap"], files: [] },
  updateCampaign: { fields: ["name","advertiser_id","currency","external_id","budget_amount","frequency_cap"], files: [] },
  createReportShare: { fields: ["days"], files: [] },
  createLineItem: { fields: ["name","campaign_id","external_id","notes","active","canceled","priority_id","start_date","end_date","timezone","auto_extend_days","goal_pacing","goal_impressions","daily_cap","hard_cap","share_of_voice","price_type","price_amount","target_ads_type","target_geo","target_devices","target_os","target_apps","target_shows","target_episodes","target_categories","target_languages","target_tags","target_dayparts","target_midroll_position","frequency_cap","exclusions","max_per_download","third_party_impression_urls","audio_ad_file"], files: ["audio_ad_file"] },
  updateLineItem: { fields: ["name","campaign_id","external_id","notes","active","canceled","priority_id","start_date","end_date","timezone","auto_extend_days","goal_pacing","goal_impressions","daily_cap","hard_cap","share_of_voice","price_type","price_amount","target_ads_type","target_geo","target_devices","target_os","target_apps","target_shows","target_episodes","target_categories","target_languages","target_tags","target_dayparts","target_midroll_position","frequency_cap","exclusions","max_per_download","third_party_impression_urls","audio_ad_file"], files: ["audio_ad_file"] },
  updateLineItems: { fields: ["ids","changes","dry_run"], files: [] },
  addLineItemCreative: { fields: ["weight","audio_ad_file"], files: ["audio_ad_file"] },
  updateLineItemCreative: { fields: ["weight","audio_ad_file"], files: ["audio_ad_file"] },
  createReconciliation: { fields: ["date_column","lineitem_column","impressions_column","revenue_column","lineitem_by","date_order","decimal_mark","limit","report_file"], files: ["report_file"] },
  createSavedReport: { fields: ["name","period","from","to","dimensions","advertiser_id","campaign_id","lineitem_id"], files: [] },
  updateSavedReport: { fields: ["name","period","from","to","dimensions","advertiser_id","campaign_id","lineitem_id"], files: [] },
  setReportSchedule: { fields: ["frequency","weekday","day","hour","timezone","recipients"], files: [] },
  createAnnotation: { fields: ["show_id","at","text"], files: [] },
  updateAnnotation: { fields: ["at","text"], files: [] },
  updateShow: { fields: ["title","language","description","description_html","episode_description_footer_html","email","website_url","socialnet1_url","socialnet2_name","voipchat_name","tel_number","sms_number","category_id","category_2_id","category_3_id","episode_sorting","episodes_sorting","owner_name","author_name","copyright","permalink","explicit","itunes_type","delivery_profile","loudness_normalisation","default_breaks","timezone","visibility","limited_key","image_crop","image_file"], files: ["image_file"] },
  createShow: { fields: ["title","language","description","description_html","episode_description_footer_html","email","website_url","socialnet1_url","socialnet2_name","voipchat_name","tel_number","sms_number","category_id","category_2_id","category_3_id","episode_sorting","episodes_sorting","owner_name","author_name","copyright","permalink","explicit","itunes_type","delivery_profile","loudness_normalisation","default_breaks","timezone","visibility","limited_key","image_crop","author_id","guid","image_file"], files: ["image_file"] },
  updateEpisode: { fields: ["title","show_id","type","media_url","upload_id","description","description_html","tags","explicit","download_enabled","hidden","visibility","limited_key","permalink","auto_published_at","published_at","chapters","season_number","episode_number","season_episode_type","rss_guid","episode_link","location_latitude","location_longitude","ai_generated","image_crop","image_file","media_file"], files: ["image_file","media_file"] },
  createEpisode: { fields: ["title","type","media_url","upload_id","description","description_html","tags","explicit","download_enabled","hidden","visibility","limited_key","permalink","auto_published_at","published_at","chapters","season_number","episode_number","season_episode_type","rss_guid","episode_link","location_latitude","location_longitude","ai_generated","image_crop","image_file","media_file"], files: ["image_file","media_file"] },
  createEpisodeDraft: { fields: ["title","show_id","description","description_html","tags","explicit","download_enabled","hidden","visibility","limited_key","permalink","auto_published_at","published_at","chapters","season_number","episode_number","season_episode_type","rss_guid","episode_link","location_latitude","location_longitude","ai_generated","image_crop","image_file"], files: ["image_file"] },
  updateEpisodes: { fields: ["ids","changes","dry_run"], files: [] },
  createEpisodePreview: { fields: ["country","device","at"], files: [] },
  createAircheck: { fields: ["country","device","at","episode_id"], files: [] },
  forecastLineItem: { fields: ["campaign_id","priority_id","start_date","end_date","timezone","auto_extend_days","goal_pacing","goal_impressions","daily_cap","hard_cap","share_of_voice","price_type","price_amount","target_ads_type","target_geo","target_devices","target_os","target_apps","target_shows","target_episodes","target_categories","target_languages","target_tags","target_dayparts","target_midroll_position","frequency_cap","exclusions","max_per_download","lineitem_id"], files: [] },
  addFavorite: { fields: ["notifications_enabled","key"], files: [] },
  addDevice: { fields: ["endpoint","public_key","auth","name"], files: [] },
  setNotificationSettings: { fields: ["frequency","weekday","hour","quiet_from","quiet_to","weekly_report","jump_notes"], files: [] },
  likeEpisode: { fields: ["key"], files: [] },
  addBookmark: { fields: ["key"], files: [] },
  createEpisodeMessage: { fields: ["text","reply_to_id","key"], files: [] },
  reportEpisodeMessage: { fields: ["reason","key"], files: [] },
  decideReports: { fields: ["decision","suspend_author","reason"], files: [] },
  createCuratedList: { fields: ["name","subtitle","countries","hidden"], files: [] },
  updateCuratedList: { fields: ["name","subtitle","countries","hidden"], files: [] },
  setCuratedListShows: { fields: ["shows","category_id","language","max_age_days"], files: [] },
  createWebhook: { fields: ["url","types","format","signature"], files: [] },
  updateWebhook: { fields: ["url","types","format","status"], files: [] },
  replayWebhookEvents: { fields: ["from","to","failed_only"], files: [] },
  setShowPersons: { fields: ["persons"], files: [] },
  setShowFunding: { fields: ["funding"], files: [] },
  setShowLocked: { fields: ["locked"], files: [] },
  setShowLicense: { fields: ["license"], files: [] },
  setShowLocation: { fields: ["location"], files: [] },
  setShowTxt: { fields: ["txt"], files: [] },
  setShowPodroll: { fields: ["podroll"], files: [] },
  setShowValue: { fields: ["value"], files: [] },
  setShowTrailers: { fields: ["trailers"], files: [] },
  setShowMedium: { fields: ["medium"], files: [] },
  setShowImages: { fields: ["images"], files: [] },
  setShowUpdateFrequency: { fields: ["update_frequency"], files: [] },
  setShowListings: { fields: ["listings"], files: [] },
  setEpisodePersons: { fields: ["persons"], files: [] },
  setEpisodeSoundbites: { fields: ["soundbites"], files: [] },
  setEpisodeLicense: { fields: ["license"], files: [] },
  setEpisodeLocation: { fields: ["location"], files: [] },
  setEpisodeTxt: { fields: ["txt"], files: [] },
  setEpisodeValue: { fields: ["value"], files: [] },
  setEpisodeImages: { fields: ["images"], files: [] },
  setEpisodeSocialInteract: { fields: ["social_interact"], files: [] },
  setEpisodeChaptersFile: { fields: ["chapters_file"], files: [] },
  createEpisodeTranscript: { fields: ["url","type","language","rel","transcript_file"], files: ["transcript_file"] },
  updateShowFeedSettings: { fields: ["mode","prepend_url","redirect_url","show_email","item_limit"], files: [] },
  createEpisodeChapter: { fields: ["starts_at","title","external_url","image_crop","image_file"], files: ["image_file"] },
  updateEpisodeChapter: { fields: ["starts_at","title","external_url","image_crop","image_file"], files: ["image_file"] },
  setEpisodeCuepoints: { fields: ["cuepoints"], files: [] },
  createImport: { fields: ["feed_url","dry_run","media","feed_file"], files: ["feed_file"] },
} as const;
