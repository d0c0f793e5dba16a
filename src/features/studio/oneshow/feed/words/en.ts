/** The texts of a show's feed in English; the other languages have the same keys. */

export const en = {
  page: "Feed",
  address: "Address",
  address_lead: "Give this address to directories and apps.",
  address_private: "The show is for its team only: nobody else gets this feed.",
  change_visibility: "Change the visibility",
  copy: "Copy",
  copied: "Copied",
  key: "Key",
  key_lead: "Only apps that have the key in the address get this feed.",
  key_reset: "Make a new key",
  key_warning: "Everybody with the old address loses the show until they get the new one.",
  key_done: "The feed has a new key.",
  check: "Check",
  check_lead:
    "Checked just now on {n} episodes: the rules of RSS 2.0, of Apple, and of the Podcast Standards Project (PSP-1).",
  perfect: "Nothing to mend.",
  passed: "The feed is valid. You can still make it better.",
  failed: {
    one: "{n} fault keeps directories from taking the feed.",
    other: "{n} faults keep directories from taking the feed.",
  },
  must: "Must be mended",
  should: "Could be better",
  mend: "Mend: {field}",
  episodes: { one: "{n} episode:", other: "{n} episodes:" },
  and_more: "and {n} more",
  new_episode: "New episode",
  cover: "Cover",
  settings: "Settings",
  fields: {
    show_email: "Show the owner’s e-mail address in the feed",
    email_hint:
      "Spotify and Amazon need it while they check that the show is yours. Spammers read feeds, too: switch it off afterwards.",
    item_limit: "Newest episodes in the feed",
    item_limit_hint: "Empty: all of them, 300 per page.",
    prepend_url: "Prefix of audio addresses",
    prepend_url_hint: "For measurement services, such as https://op3.dev/e/",
    locked: "Other hosts",
    locked_yes: "May not import this feed",
    locked_no: "May import this feed",
  },
  save: "Save settings",
  saved: "Saved.",
  move: "Move or switch off",
  move_lead:
    "If the show moves to another host, this address sends apps and directories on to the new feed, and its subscribers follow.",
  move_url: "Address of the new feed",
  move_warning:
    "Apps remember a move. Check the new feed first: it must have the same episodes with the same GUIDs.",
  move_act: "Move the feed",
  move_sure: "I have checked the new feed",
  move_unsure: "Check the new feed, then tick the box.",
  moved: "The feed has moved: this address leads to {url}",
  off: "The feed is switched off: apps and directories get “not found”.",
  back: "Serve the feed here again",
  back_done: "The feed is served here again.",
  move_done: "The feed has moved.",
  off_done: "The feed is switched off.",
  off_act: "Switch the feed off",
  off_lead:
    "Subscribers keep what they have downloaded, and get nothing new. You can switch it on again.",
  rules: {
    description:
      "The show has no description. Write two or three sentences for people who do not know it.",
    "description-length":
      "The description has more than 4,000 bytes. Directories cut it: shorten it.",
    category: "The show has no category. Choose at least one, so that directories can list it.",
    image: "The show has no cover. Upload a square one of at least 1400 pixels.",
    items: "The feed has no episodes. Publish the first one, or a trailer.",
    author: "The show has no author. Name the person or group behind it.",
    https:
      "The feed’s address does not begin with https. Ask the operator of this server to set that up.",
    "serial-numbers":
      "The show is heard from the first episode on, but some episodes have no number.",
    "item-enclosure": "Episodes without audio. Upload it, or unpublish them.",
    "item-enclosure-length": "Episodes whose audio size is missing. Upload the audio here.",
    "item-enclosure-size":
      "Episodes whose audio size is unknown, because it is on another host. Copy the audio here.",
    "item-enclosure-type":
      "Audio of a kind that Apple does not play. Upload it here as MP3 or M4A.",
    "item-enclosure-unique": "Episodes with the same audio as another one. Delete one of them.",
    "item-description":
      "Episodes without a description. Say in a few sentences what they are about.",
    "item-description-length":
      "Descriptions of more than 10,000 bytes. Apple cuts them: shorten them.",
    "item-duration": "Episodes without a duration. Upload their audio here, and it is measured.",
    "item-image": "Episodes without an image of their own: apps show the show’s cover.",
    "item-transcript": "Episodes without a transcript. With one, people can read and search them.",
    "item-number": "Episodes numbered 0. Apple starts at 1.",
  },
  check_now: "Check the feed now",
  check_long: "Checking {n} episodes takes a few seconds.",
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type FeedWords = Texts<typeof en>;
