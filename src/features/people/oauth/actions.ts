/** Registers client apps, and recognises the access tokens they hold. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { overLimit } from "../../../platform/failure.ts";
import { failureOf } from "../../../platform/http/errors.ts";
import { commaList } from "../../../platform/http/listparams.ts";
import { line, verbatim } from "../../../platform/http/params.ts";
import type { LimitGroup } from "../../../platform/limits.ts";
import type { TokenHolder } from "../users/rights.ts";
import { lockAccount } from "../users/store.ts";
import { hashOf } from "./hash.ts";
import { APPS, OAUTH_LIMITS, REDIRECT_URIS } from "./limits.ts";
import { isNativeUri, redirectUriProblem } from "./rules.ts";
import { countClients, findTokenCaller, insertClient } from "./store.ts";

export const newClient = z
  .object({
    name: line({ min: 2, max: 60 }),
    redirect_uris: commaList(verbatim({ max: 2000 }), { min: 1, max: REDIRECT_URIS.value }),
    public: z.boolean().default(false),
  })
  .superRefine(({ redirect_uris, public: isPublic }, context) => {
    for (const uri of redirect_uris) {
      const complaint =
        redirectUriProblem(uri) ??
        (!isPublic && isNativeUri(uri) && !uri.startsWith("http:")
          ? "is for public apps only"
          : null);
      if (complaint !== null)
        context.addIssue({
          code: "custom",
          path: ["redirect_uris"],
          message: `${uri} ${complaint}`,
        });
    }
  });

/** What the app's developer sees; the secret is shown only once. */
export type CreatedClient = { client_id: string; client_secret: string | null };

/** Registers a client app. Public apps (on phones, single-page) get no secret and must use PKCE. */
export async function createClient(
  { db }: Pick<Deps, "db">,
  input: z.input<typeof newClient>,
  owner_id: number | null,
): Promise<CreatedClient> {
  const parsed = newClient.safeParse(input, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  const client_id = randomBytes(12).toString("hex");
  const client_secret = parsed.data.public ? null : randomBytes(32).toString("base64url");
  await db.transaction().execute(async (transaction) => {
    if (owner_id !== null) await requireRoom(transaction, owner_id);
    await insertClient(transaction, {
      client_id,
      secret_hash: client_secret === null ? null : hashOf(client_secret).toString("hex"),
      name: parsed.data.name,
      redirect_uris: parsed.data.redirect_uris,
      owner_id,
    });
  });
  return { client_id, client_secret };
}

/** Fails with `conflict` if the user has reached the limit of apps. */
async function requireRoom(db: Executor, owner_id: number): Promise<void> {
  // Serialises concurrent registrations, so that each is counted.
  await lockAccount(db, owner_id);
  if ((await countClients(db, owner_id)) < APPS.value) return;
  const message = `You already have ${APPS.value} client apps. Delete one first.`;
  throw overLimit(APPS, "conflict", "too-many-apps", message);
}

/** The limits of the authorization server, as listed in `docs/limits.md`. */
export const oauthLimits: LimitGroup = { title: "Apps", limits: OAUTH_LIMITS };

/** The caller with an OAuth access token; null if the token is invalid. */
export async function findOauthCaller(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<TokenHolder | null> {
  const found = await findTokenCaller(db, hashOf(token), clock());
  return found ?? null;
}
