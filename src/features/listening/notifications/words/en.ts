/** The pages about notifications in English. */
export const en = {
  title: "Notifications",
  lead: "New episodes of the shows you follow, on your devices, shortly after they are published.",
  devices: "Your devices",
  none: "No device gets notifications yet.",
  here: "Notify me on this device",
  here_hint: "Your browser asks for permission first.",
  unable:
    "This browser cannot show notifications. On an iPhone or iPad, add this site to the home screen first.",
  refused:
    "Your browser does not allow notifications of this site. Allow them in its settings for this site, then try again.",
  failed: "Your browser could not register this device. Try again later.",
  needs_scripts: "To add this device, switch on JavaScript.",
  added: "This device gets new episodes from now on.",
  removed: "The device gets no more notifications.",
  saved: "Your choice is saved.",
  added_at: "Added {when}",
  last: "last notified {when}",
  failing: "first failed {when}",
  remove: "Stop",
  shows: "Shows",
  shows_hint: "You follow these shows. Choose which of them notify you.",
  no_shows: "You do not follow any shows yet.",
  most_shows: "These are the {n} shows you followed last.",
  on: "Notifies you",
  off: "Silent",
  turn_on: "Notify me",
  turn_off: "Do not notify me",
  remove_ask: "End notifications on this device?",
  remove_text:
    "{device} gets no more notifications of new episodes. You can add it again from its own browser.",
  ask_title: "New episodes of {show}",
  ask_text:
    "You follow the show, and this device shows its new episodes shortly after they are published.",
  ask_follow: "Follow, and choose in the settings",
  unnamed: "A device",
};

export type Dictionary = typeof en;
