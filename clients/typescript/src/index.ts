/** A client for the API of Longwave. */
export type * from "./api.ts";
export {
  type CallOptions,
  createLongwave,
  type Longwave,
  type Settings,
  type Tagged,
} from "./client.ts";
export { type DeviceCode, signInByCode } from "./device.ts";
export { edit } from "./edits.ts";
export { LongwaveError } from "./errors.ts";
export { type App, refreshTokens, type Tokens } from "./oauth.ts";
export { each, type ItemOf, type ListName } from "./pages.ts";
export { beginSignIn, finishSignIn, type SignIn } from "./pkce.ts";
export type { Retries } from "./retries.ts";
export { type UploadOptions, upload } from "./upload.ts";
export { verifyWebhook, WebhookError } from "./webhooks.ts";
