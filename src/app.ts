/** The table of contents: every route and page, under the file that declares it. */
import type { Services } from "./app/services.ts";
import type { Deps } from "./deps.ts";
import { adservingRoutes } from "./features/advertising/adserving/routes.ts";
import { advertiserRoutes } from "./features/advertising/advertisers/routes.ts";
import { campaignRoutes } from "./features/advertising/campaigns/routes.ts";
import { sharingRoutes } from "./features/advertising/campaigns/sharing/routes.ts";
import { bulkLineitemRoutes } from "./features/advertising/lineitems/bulk/routes.ts";
import { creativeRoutes } from "./features/advertising/lineitems/creatives/routes.ts";
import { soundRoutes } from "./features/advertising/lineitems/creatives/sound/routes.ts";
import { lineitemRoutes } from "./features/advertising/lineitems/routes.ts";
import { listRoutes } from "./features/discovery/explore/lists/routes.ts";
import { exploreRoutes } from "./features/discovery/explore/routes.ts";
import { searchRoutes } from "./features/discovery/search/routes.ts";
import { tagRoutes } from "./features/discovery/tags/routes.ts";
import { eventRoutes } from "./features/distribution/events/routes.ts";
import { pingRoutes } from "./features/distribution/feeds/pings/routes.ts";
import { feedRoutes } from "./features/distribution/feeds/routes.ts";
import { feedTagRoutes } from "./features/distribution/feedtags/routes.ts";
import { transcriptRoutes } from "./features/distribution/feedtags/transcripts/routes.ts";
import { playerPages, playerRoutes } from "./features/distribution/player/routes.ts";
import { webhookRequests } from "./features/distribution/webhooks/description.ts";
import { webhookLogRoutes } from "./features/distribution/webhooks/log/routes.ts";
import { webhookActPages } from "./features/distribution/webhooks/pages/acts.ts";
import { webhookPages } from "./features/distribution/webhooks/pages/routes.ts";
import { webhookRoutes } from "./features/distribution/webhooks/routes.ts";
import { libraryRoutes } from "./features/listening/library/routes.ts";
import { likeRoutes } from "./features/listening/likes/routes.ts";
import { reportRoutes } from "./features/listening/messages/reports/routes.ts";
import { messageRoutes } from "./features/listening/messages/routes.ts";
import { askPages } from "./features/listening/notifications/asking/pages.ts";
import { notificationAssetRoutes } from "./features/listening/notifications/assets.ts";
import { episodeMailPages } from "./features/listening/notifications/mailing/pages.ts";
import { episodeMailRoutes } from "./features/listening/notifications/mailing/routes.ts";
import { notificationPages } from "./features/listening/notifications/pages/routes.ts";
import { deviceRoutes } from "./features/listening/notifications/routes.ts";
import { aircheckRoutes } from "./features/listening/playback/aircheck/routes.ts";
import { previewRoutes } from "./features/listening/playback/preview/routes.ts";
import { playbackRoutes } from "./features/listening/playback/routes.ts";
import { annotationRoutes } from "./features/measurement/annotations/routes.ts";
import { audienceRoutes } from "./features/measurement/audience/routes.ts";
import { audienceMailPages } from "./features/measurement/audiencemails/pages.ts";
import { audienceMailRoutes } from "./features/measurement/audiencemails/unsubscribing/routes.ts";
import { campaignReportRoutes } from "./features/measurement/campaignreports/routes.ts";
import { savedReportRoutes } from "./features/measurement/campaignreports/saved/routes.ts";
import { adStatisticsRoutes } from "./features/measurement/campaignstatistics/routes.ts";
import { countingRoutes } from "./features/measurement/counting/routes.ts";
import { reconciliationRoutes } from "./features/measurement/reconciliation/routes.ts";
import { reportMailRoutes } from "./features/measurement/reportmails/routes.ts";
import { unsubscribePages } from "./features/measurement/reportmails/unsubscribing/pages.ts";
import { unsubscribeRoutes } from "./features/measurement/reportmails/unsubscribing/routes.ts";
import { healthRoutes } from "./features/operations/health/routes.ts";
import { queueRoutes } from "./features/operations/queue/routes.ts";
import { accountRoutes } from "./features/people/accounts/assets.ts";
import { confirmingPages } from "./features/people/accounts/confirming/pages.ts";
import { deletionPages } from "./features/people/accounts/deletionpages.ts";
import { resetPages } from "./features/people/accounts/resetpages.ts";
import { accountPages } from "./features/people/accounts/routes.ts";
import { securityPages } from "./features/people/accounts/securitypages.ts";
import { settingsPages } from "./features/people/accounts/settingspages.ts";
import { tokenPages } from "./features/people/accounts/tokenpages.ts";
import { administrationRoutes } from "./features/people/administration/routes.ts";
import { auditRoutes } from "./features/people/audit/routes.ts";
import { collaboratorRoutes } from "./features/people/collaborators/routes.ts";
import { followRoutes } from "./features/people/follows/routes.ts";
import { oauthPaths } from "./features/people/oauth/description.ts";
import { oauthPages } from "./features/people/oauth/pages.ts";
import { appPages } from "./features/people/oauth/settingspages.ts";
import { organizationRoutes } from "./features/people/organizations/routes.ts";
import { userRoutes } from "./features/people/users/routes.ts";
import { bulkRoutes } from "./features/publishing/bulk/routes.ts";
import { cuepointRoutes } from "./features/publishing/cuepoints/routes.ts";
import { chapterRoutes } from "./features/publishing/episodes/chapters/routes.ts";
import { waveformRoutes } from "./features/publishing/episodes/encoding/routes.ts";
import { publishingRoutes } from "./features/publishing/episodes/publishing/routes.ts";
import { episodeRoutes } from "./features/publishing/episodes/routes.ts";
import { imageRoutes } from "./features/publishing/images/routes.ts";
import { allImportsRoutes } from "./features/publishing/imports/administration.ts";
import { importRoutes } from "./features/publishing/imports/routes.ts";
import { originalRoutes } from "./features/publishing/originals/routes.ts";
import { referenceRoutes } from "./features/publishing/reference/routes.ts";
import { showRoutes } from "./features/publishing/shows/routes.ts";
import { uploadPaths } from "./features/publishing/uploads/description.ts";
import { adBoardPages } from "./features/studio/adboard/routes.ts";
import { adBulkPages } from "./features/studio/adbulk/routes.ts";
import { advertiserPages } from "./features/studio/adclients/advertisers.ts";
import { campaignPages } from "./features/studio/adclients/campaigns.ts";
import { adInventoryPages } from "./features/studio/adinventory/routes.ts";
import { lineitemPages } from "./features/studio/adlineitems/routes.ts";
import { adReconcilePages } from "./features/studio/adreconcile/routes.ts";
import { reportMailPages } from "./features/studio/adreports/mails/routes.ts";
import { adReportPages } from "./features/studio/adreports/routes.ts";
import { savedReportPages } from "./features/studio/adreports/saved.ts";
import { aircheckPages } from "./features/studio/aircheck/routes.ts";
import { audioPages } from "./features/studio/audio/routes.ts";
import { calendarPages } from "./features/studio/calendar/routes.ts";
import { draftPages } from "./features/studio/drafts/routes.ts";
import { episodeFormPages } from "./features/studio/episode/actpages.ts";
import { episodeDetailsPages } from "./features/studio/episode/routes.ts";
import { episodeActPages } from "./features/studio/episodeacts/routes.ts";
import { episodeBulkPages } from "./features/studio/episodebulk/routes.ts";
import { episodeListPages } from "./features/studio/episodelist/routes.ts";
import { episodeNumbersPages } from "./features/studio/episodenumbers/routes.ts";
import { studioPages, studioRoutes } from "./features/studio/frame/routes.ts";
import { historyPages } from "./features/studio/history/routes.ts";
import { homePages } from "./features/studio/home/routes.ts";
import { messagesPages } from "./features/studio/inbox/routes.ts";
import { linksPages } from "./features/studio/links/routes.ts";
import { organizationPages } from "./features/studio/networks/routes.ts";
import { newEpisodePages } from "./features/studio/newepisode/routes.ts";
import { newShowPages } from "./features/studio/newshow/routes.ts";
import { numbersPages } from "./features/studio/numbers/routes.ts";
import { coverPages } from "./features/studio/oneshow/cover/routes.ts";
import { showDeletionPages } from "./features/studio/oneshow/deletion/routes.ts";
import { showDetailsPages } from "./features/studio/oneshow/details/routes.ts";
import { directoriesPages } from "./features/studio/oneshow/directories/routes.ts";
import { exportingPages } from "./features/studio/oneshow/exporting/routes.ts";
import { feedPages } from "./features/studio/oneshow/feed/routes.ts";
import { importingPages } from "./features/studio/oneshow/importing/routes.ts";
import { teamPages } from "./features/studio/oneshow/team/routes.ts";
import { operateAccountPages } from "./features/studio/operate/accounts.ts";
import { operateExclusionPages } from "./features/studio/operate/exclusions.ts";
import { operatePages } from "./features/studio/operate/health.ts";
import { operateImportPages } from "./features/studio/operate/imports.ts";
import { operateJobPages } from "./features/studio/operate/jobs.ts";
import { operateListPages } from "./features/studio/operate/lists.ts";
import { operateLogPages } from "./features/studio/operate/log.ts";
import { operateReportPages } from "./features/studio/operate/reports.ts";
import { savedViewPages } from "./features/studio/savedviews/routes.ts";
import { sponsorReportPages } from "./features/studio/sponsorreport/routes.ts";
import { stylePages } from "./features/studio/style/routes.ts";
import { transcriptPages } from "./features/studio/transcript/routes.ts";
import { docsPages, docsRoutes } from "./features/web/docs/routes.ts";
import { iconRoutes } from "./features/web/identity/iconroutes.ts";
import { identityRoutes } from "./features/web/identity/routes.ts";
import { layoutPages } from "./features/web/layout/pages.ts";
import { layoutRoutes } from "./features/web/layout/routes.ts";
import { listenerPages } from "./features/web/listener/acts.ts";
import { libraryPages } from "./features/web/listener/librarypages.ts";
import { playbackPages } from "./features/web/listener/playbackpage.ts";
import { progressPages } from "./features/web/listener/progresspages.ts";
import { setupPages } from "./features/web/setup/routes.ts";
import { aboutPages } from "./features/web/site/aboutpage.ts";
import { cardRoutes } from "./features/web/site/cardroutes.ts";
import { listPages } from "./features/web/site/listroutes.ts";
import { sitePages } from "./features/web/site/routes.ts";
import { searchPages } from "./features/web/site/searchroutes.ts";
import { sitemapRoutes } from "./features/web/site/sitemaproutes.ts";
import { upNextPages } from "./features/web/site/upnext.ts";
import { descriptionRoutes } from "./platform/http/description/routes.ts";
import type { OtherPaths, SentRequests } from "./platform/http/openapi.ts";
import type { Page } from "./platform/http/pages.ts";
import type { Route } from "./platform/http/route.ts";

type RoutesByFile = Readonly<Record<string, readonly Route<Services>[]>>;
type PagesByFile = Readonly<Record<string, readonly Page<Services>[]>>;

/** All that a declaration may depend on. */
type Configured = Pick<Deps, "config">;

/** All routes, by the file that declares them; `openapi.json` is in this order. */
export const routesByFile = ({ config }: Configured): RoutesByFile => ({
  "src/features/people/users/routes.ts": userRoutes,
  "src/features/people/follows/routes.ts": followRoutes,
  "src/features/people/organizations/routes.ts": organizationRoutes,
  "src/features/people/collaborators/routes.ts": collaboratorRoutes,
  "src/features/people/audit/routes.ts": auditRoutes,
  "src/features/people/administration/routes.ts": administrationRoutes,
  "src/features/advertising/advertisers/routes.ts": advertiserRoutes,
  "src/features/advertising/campaigns/routes.ts": campaignRoutes,
  "src/features/advertising/campaigns/sharing/routes.ts": sharingRoutes,
  "src/features/advertising/lineitems/routes.ts": lineitemRoutes,
  "src/features/advertising/lineitems/bulk/routes.ts": bulkLineitemRoutes,
  "src/features/advertising/lineitems/creatives/routes.ts": creativeRoutes,
  "src/features/advertising/lineitems/creatives/sound/routes.ts": soundRoutes,
  "src/features/measurement/campaignstatistics/routes.ts": adStatisticsRoutes,
  "src/features/measurement/reconciliation/routes.ts": reconciliationRoutes,
  "src/features/measurement/campaignreports/routes.ts": campaignReportRoutes,
  "src/features/measurement/campaignreports/saved/routes.ts": savedReportRoutes,
  "src/features/measurement/reportmails/routes.ts": reportMailRoutes,
  "src/features/measurement/reportmails/unsubscribing/routes.ts": unsubscribeRoutes,
  "src/features/measurement/audience/routes.ts": audienceRoutes,
  "src/features/measurement/audiencemails/unsubscribing/routes.ts": audienceMailRoutes,
  "src/features/measurement/annotations/routes.ts": annotationRoutes,
  "src/features/publishing/shows/routes.ts": showRoutes,
  "src/features/publishing/episodes/routes.ts": episodeRoutes,
  "src/features/publishing/episodes/publishing/routes.ts": publishingRoutes(config),
  "src/features/publishing/bulk/routes.ts": bulkRoutes,
  "src/features/discovery/search/routes.ts": searchRoutes,
  "src/features/publishing/episodes/encoding/routes.ts": waveformRoutes,
  "src/features/listening/playback/routes.ts": playbackRoutes,
  "src/features/listening/playback/preview/routes.ts": previewRoutes,
  "src/features/listening/playback/aircheck/routes.ts": aircheckRoutes,
  "src/features/advertising/adserving/routes.ts": adservingRoutes,
  "src/features/measurement/counting/routes.ts": countingRoutes,
  "src/features/listening/library/routes.ts": libraryRoutes,
  "src/features/listening/notifications/routes.ts": deviceRoutes,
  "src/features/listening/notifications/mailing/routes.ts": episodeMailRoutes,
  "src/features/listening/notifications/assets.ts": notificationAssetRoutes,
  "src/features/listening/likes/routes.ts": likeRoutes,
  "src/features/listening/messages/routes.ts": messageRoutes,
  "src/features/listening/messages/reports/routes.ts": reportRoutes,
  "src/features/discovery/explore/routes.ts": exploreRoutes,
  "src/features/discovery/explore/lists/routes.ts": listRoutes,
  "src/features/discovery/tags/routes.ts": tagRoutes,
  "src/features/distribution/events/routes.ts": eventRoutes,
  "src/features/distribution/webhooks/routes.ts": webhookRoutes,
  "src/features/distribution/webhooks/log/routes.ts": webhookLogRoutes,
  "src/features/distribution/feedtags/routes.ts": feedTagRoutes,
  "src/features/distribution/feedtags/transcripts/routes.ts": transcriptRoutes,
  "src/features/distribution/feeds/routes.ts": feedRoutes,
  "src/features/distribution/feeds/pings/routes.ts": pingRoutes,
  "src/features/publishing/episodes/chapters/routes.ts": chapterRoutes,
  "src/features/publishing/cuepoints/routes.ts": cuepointRoutes,
  "src/features/publishing/images/routes.ts": imageRoutes,
  "src/features/publishing/originals/routes.ts": originalRoutes,
  "src/features/publishing/imports/routes.ts": importRoutes,
  "src/features/publishing/imports/administration.ts": allImportsRoutes,
  "src/features/operations/health/routes.ts": healthRoutes,
  "src/features/operations/queue/routes.ts": queueRoutes,
  "src/features/publishing/reference/routes.ts": referenceRoutes,
  "src/features/people/accounts/assets.ts": accountRoutes,
  "src/features/studio/frame/routes.ts": studioRoutes,
  "src/features/web/layout/routes.ts": layoutRoutes,
  "src/features/web/identity/routes.ts": identityRoutes,
  "src/features/web/identity/iconroutes.ts": iconRoutes,
  "src/features/web/site/cardroutes.ts": cardRoutes,
  "src/features/web/site/sitemaproutes.ts": sitemapRoutes,
  "src/features/distribution/player/routes.ts": playerRoutes,
  "src/features/web/docs/routes.ts": docsRoutes,
  "src/platform/http/description/routes.ts": descriptionRoutes,
});

/** All pages, by the file that declares them. */
export const pagesByFile = ({ config }: Configured): PagesByFile => ({
  "src/features/people/accounts/routes.ts": accountPages(config),
  "src/features/people/accounts/resetpages.ts": resetPages(config),
  "src/features/people/accounts/confirming/pages.ts": confirmingPages(config),
  "src/features/measurement/audiencemails/pages.ts": audienceMailPages,
  "src/features/measurement/reportmails/unsubscribing/pages.ts": unsubscribePages,
  "src/features/people/accounts/settingspages.ts": settingsPages,
  "src/features/people/accounts/deletionpages.ts": deletionPages,
  "src/features/people/accounts/securitypages.ts": securityPages,
  "src/features/people/accounts/tokenpages.ts": tokenPages,
  "src/features/people/oauth/pages.ts": oauthPages,
  "src/features/people/oauth/settingspages.ts": appPages,
  "src/features/distribution/webhooks/pages/routes.ts": webhookPages,
  "src/features/distribution/webhooks/pages/acts.ts": webhookActPages,
  "src/features/listening/notifications/pages/routes.ts": notificationPages,
  "src/features/listening/notifications/asking/pages.ts": askPages,
  "src/features/listening/notifications/mailing/pages.ts": episodeMailPages,
  "src/features/web/setup/routes.ts": setupPages,
  "src/features/studio/frame/routes.ts": studioPages,
  "src/features/studio/home/routes.ts": homePages,
  "src/features/studio/style/routes.ts": stylePages,
  "src/features/studio/adboard/routes.ts": adBoardPages,
  "src/features/studio/adinventory/routes.ts": adInventoryPages,
  "src/features/studio/savedviews/routes.ts": savedViewPages,
  "src/features/studio/adreports/routes.ts": adReportPages,
  "src/features/studio/adreports/saved.ts": savedReportPages,
  "src/features/studio/adreports/mails/routes.ts": reportMailPages,
  "src/features/studio/adbulk/routes.ts": adBulkPages,
  "src/features/studio/sponsorreport/routes.ts": sponsorReportPages,
  "src/features/studio/adreconcile/routes.ts": adReconcilePages,
  "src/features/studio/adlineitems/routes.ts": lineitemPages,
  "src/features/studio/aircheck/routes.ts": aircheckPages,
  "src/features/studio/adclients/advertisers.ts": advertiserPages,
  "src/features/studio/adclients/campaigns.ts": campaignPages,
  "src/features/studio/episodelist/routes.ts": episodeListPages,
  "src/features/studio/episodebulk/routes.ts": episodeBulkPages,
  "src/features/studio/episodeacts/routes.ts": episodeActPages,
  "src/features/studio/calendar/routes.ts": calendarPages,
  "src/features/studio/newshow/routes.ts": newShowPages,
  "src/features/studio/newepisode/routes.ts": newEpisodePages(config),
  "src/features/studio/episode/routes.ts": episodeDetailsPages,
  "src/features/studio/episode/actpages.ts": episodeFormPages,
  "src/features/studio/transcript/routes.ts": transcriptPages,
  "src/features/studio/links/routes.ts": linksPages,
  "src/features/studio/episodenumbers/routes.ts": episodeNumbersPages,
  "src/features/studio/history/routes.ts": historyPages,
  "src/features/studio/audio/routes.ts": audioPages(config),
  "src/features/studio/oneshow/details/routes.ts": showDetailsPages,
  "src/features/studio/oneshow/cover/routes.ts": coverPages,
  "src/features/studio/oneshow/feed/routes.ts": feedPages,
  "src/features/studio/oneshow/team/routes.ts": teamPages,
  "src/features/studio/oneshow/directories/routes.ts": directoriesPages,
  "src/features/studio/inbox/routes.ts": messagesPages,
  "src/features/studio/oneshow/exporting/routes.ts": exportingPages,
  "src/features/studio/oneshow/importing/routes.ts": importingPages,
  "src/features/studio/oneshow/deletion/routes.ts": showDeletionPages,
  "src/features/studio/drafts/routes.ts": draftPages,
  "src/features/studio/numbers/routes.ts": numbersPages,
  "src/features/studio/networks/routes.ts": organizationPages,
  "src/features/studio/operate/health.ts": operatePages,
  "src/features/studio/operate/accounts.ts": operateAccountPages,
  "src/features/studio/operate/reports.ts": operateReportPages,
  "src/features/studio/operate/lists.ts": operateListPages,
  "src/features/studio/operate/imports.ts": operateImportPages,
  "src/features/studio/operate/jobs.ts": operateJobPages,
  "src/features/studio/operate/exclusions.ts": operateExclusionPages,
  "src/features/studio/operate/log.ts": operateLogPages,
  "src/features/web/layout/pages.ts": layoutPages,
  "src/features/web/site/aboutpage.ts": aboutPages,
  "src/features/web/listener/acts.ts": listenerPages,
  "src/features/web/listener/librarypages.ts": libraryPages,
  "src/features/web/listener/playbackpage.ts": playbackPages,
  "src/features/web/listener/progresspages.ts": progressPages,
  "src/features/web/site/listroutes.ts": listPages,
  "src/features/web/site/searchroutes.ts": searchPages,
  "src/features/web/site/routes.ts": sitePages,
  "src/features/web/site/upnext.ts": upNextPages,
  "src/features/distribution/player/routes.ts": playerPages,
  "src/features/web/docs/routes.ts": docsPages,
});

/** Paths that libraries serve, for the API description. */
export const otherPaths: OtherPaths = { ...uploadPaths, ...oauthPaths };

/** Requests that the server sends, for the API description. */
export const sentRequests: SentRequests = webhookRequests;

/** All routes, in the order of `openapi.json`. */
export const allRoutes = (configured: Configured) => Object.values(routesByFile(configured)).flat();

/** All pages. */
export const allPages = (configured: Configured) => Object.values(pagesByFile(configured)).flat();
