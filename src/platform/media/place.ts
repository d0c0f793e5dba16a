/** Parses `MEDIA_URL`, the location of the media store. */
import { withoutTrailing } from "../text/plain.ts";

/** A bucket, or a part of one. The credentials are secret: never log this. */
export type BucketPlace = Readonly<{
  bucket: string;
  /** Prefix of every key: empty, or ends in a slash. */
  prefix: string;
  /** null: Amazon's own. */
  endpoint: string | null;
  /** null: the region of the AWS environment. */
  region: string | null;
  /** null: found in the usual AWS places (environment, profile, role of the machine). */
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null;
}>;

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/;
const PREFIX = /^(\/[A-Za-z0-9._-]+)*\/?$/;
const REGION = /^[a-z0-9-]{1,40}$/i;

/** Parses `s3://key:secret@bucket/prefix?endpoint=…&region=…`; a returned text completes the sentence "it …". */
export function parseMediaUrl(text: string): BucketPlace | string {
  if (!text.startsWith("s3://") || !URL.canParse(text)) return SHAPE;
  const url = new URL(text);
  if (!BUCKET.test(url.host) || !PREFIX.test(url.pathname) || url.hash !== "") return SHAPE;
  const unknown = [...url.searchParams.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined)
    return "must be a bucket URL with no parameters except endpoint and region";
  const endpoint = url.searchParams.get("endpoint");
  if (endpoint !== null && !isEndpoint(endpoint))
    return "must be a bucket URL whose endpoint starts with http:// or https://";
  const region = url.searchParams.get("region");
  if (region !== null && !REGION.test(region))
    return "must be a bucket URL whose region is a name such as eu-central-1";
  const credentials = readCredentials(url);
  if (credentials === undefined)
    return "must be a bucket URL with a percent-encoded user and password, or with neither";
  const prefix = withoutTrailing(url.pathname.replace(/^\/+/, ""), "/");
  return { bucket: url.host, prefix: prefix && `${prefix}/`, endpoint, region, credentials };
}

const SHAPE = "must be a bucket URL such as s3://bucket?endpoint=https://…&region=…";
const PARAMETERS = ["endpoint", "region"];

function isEndpoint(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === "";
}

/** undefined: only one of the two, or not percent-encoded. */
function readCredentials({ username, password }: URL): BucketPlace["credentials"] | undefined {
  if (username === "" && password === "") return null;
  if (username === "" || password === "") return undefined;
  try {
    return {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  } catch {
    return undefined;
  }
}
