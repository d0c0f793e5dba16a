/** Encrypts an archive with age: a passphrase protects one key, and the key protects every object. */
import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

export type Encryption = Readonly<{
  /** What is appended to the names of encrypted objects. */
  extension: string;
  encrypt(plain: Readable): Promise<Readable>;
  /** A stream that ends with an error if a byte of the object was changed. */
  decrypt(secret: Readable): Promise<Readable>;
  /** A name for content with this digest, which does not reveal the digest. */
  nameFor(digest: string): string;
}>;

/** The passphrase does not open the key. */
class WrongPassphrase extends Error {
  override name = "WrongPassphrase";
  constructor() {
    super(
      "The passphrase is wrong, or key.age is damaged: it does not open the key of this backup.",
    );
  }
}

/** Leaves everything as it is. */
export const noEncryption: Encryption = {
  extension: "",
  encrypt: async (plain) => plain,
  decrypt: async (stored) => stored,
  nameFor: (digest) => digest,
};

/** Makes a new key; returns it encrypted with `passphrase`, in age's binary format. */
export async function makeKey(passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(`${await generateX25519Identity()}\n`);
}

/** Opens a key that `makeKey` made. Takes seconds, so that guessing does too. Throws `WrongPassphrase`. */
export async function openKey(sealed: Uint8Array, passphrase: string): Promise<Encryption> {
  const opener = new Decrypter();
  opener.addPassphrase(passphrase);
  const identity = await opener.decrypt(sealed, "text").then(
    (text) => text.trim(),
    () => {
      throw new WrongPassphrase();
    },
  );
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    extension: ".age",
    encrypt: async (plain) => fromWeb(await encrypter.encrypt(toWeb(plain))),
    decrypt: async (secret) => fromWeb(await decrypter.decrypt(toWeb(secret))),
    nameFor: (digest) => createHmac("sha256", identity).update(`name ${digest}`).digest("hex"),
  };
}

/** The library declares the streams of browsers, which are the same at run time. */
type WebStream = Parameters<Encrypter["encrypt"]>[0] & ReadableStream;
const toWeb = (stream: Readable): WebStream => Readable.toWeb(stream) as unknown as WebStream;
/** The stream keeps errors that occur before it is read for its reader. */
const fromWeb = (stream: object): Readable =>
  Readable.fromWeb(stream as ReadableStream).on("error", () => {});
