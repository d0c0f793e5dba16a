/** The invented advertisers, campaigns and line items: one for each state that a booking can be in. */

/** Flights are days from today. */
export type Booking = Readonly<{
  name: string;
  /** The state that it is meant to show. */
  state:
    | "on-track"
    | "behind"
    | "no-goal"
    | "scheduled"
    | "draft"
    | "incomplete"
    | "paused"
    | "canceled"
    | "completed"
    | "unfulfilled"
    | "extended";
  flight: readonly [from: number, to: number];
  priority_id: number;
  price: readonly ["CPM" | "FLAT" | "NONE", string];
  positions?: readonly ("preroll" | "midroll" | "postroll")[];
  countries?: readonly string[];
  languages?: readonly string[];
  /** Keys of shows. */
  shows?: readonly string[];
  /** Runs only on these days (1 is Monday), between these hours (UTC). */
  daypart?: Readonly<{ days: readonly number[]; from: number; to: number }>;
  /** How often it is chosen where it may run, relative to the others. */
  weight: number;
  more?: Readonly<Record<string, unknown>>;
}>;

export type Campaign = Readonly<{
  name: string;
  currency: string;
  /** The budget relative to what is spent in the end; null: unlimited. */
  budget: number | null;
  frequency_cap?: readonly object[];
  items: readonly Booking[];
}>;

export type Advertiser = Readonly<{
  name: string;
  domain: string;
  iab_categories: readonly string[];
  notes: string;
  campaigns: readonly Campaign[];
}>;

export const ADVERTISERS: readonly Advertiser[] = [
  {
    name: "Harbour Tea Company",
    domain: "harbourtea.example",
    iab_categories: ["IAB8-18"],
    notes: "Wants to be next to calm stories, never next to coffee.",
    campaigns: [
      {
        name: "Autumn blend",
        currency: "GBP",
        budget: 2.4,
        frequency_cap: [{ max: 3, count: 1, unit: "DAY" }],
        items: [
          {
            name: "Autumn blend, pre-roll Britain and Ireland",
            state: "on-track",
            flight: [-38, 24],
            priority_id: 30,
            price: ["CPM", "22.00"],
            positions: ["preroll"],
            countries: ["GB", "IE", "US", "CA", "AU"],
            weight: 10,
          },
          {
            name: "Autumn blend, mid-roll with storytellers",
            state: "behind",
            flight: [-24, 9],
            priority_id: 30,
            price: ["CPM", "31.50"],
            positions: ["midroll"],
            shows: ["night-shift-atlas", "signal-to-soil"],
            weight: 5,
            more: { notes: "The client asks every Monday why this one is late." },
          },
          {
            name: "Sunday breakfast",
            state: "on-track",
            flight: [-52, 30],
            priority_id: 40,
            price: ["CPM", "18.00"],
            positions: ["preroll", "postroll"],
            languages: ["en"],
            weight: 4,
            daypart: { days: [6, 7], from: 6, to: 13 },
          },
          {
            name: "Sponsorship of Night Shift Atlas, December",
            state: "scheduled",
            flight: [8, 38],
            priority_id: 20,
            price: ["FLAT", "1800.00"],
            shows: ["night-shift-atlas"],
            weight: 1,
            more: { share_of_voice: 100 },
          },
          {
            name: "Reminder, post-roll",
            state: "draft",
            flight: [3, 33],
            priority_id: 50,
            price: ["CPM", "9.00"],
            positions: ["postroll"],
            weight: 1,
          },
          {
            name: "Cocoa for winter",
            state: "incomplete",
            flight: [-4, 40],
            priority_id: 40,
            price: ["CPM", "16.00"],
            weight: 1,
            more: { notes: "The new spot is promised for Thursday." },
          },
        ],
      },
    ],
  },
  {
    name: "Brasswick Bicycles",
    domain: "brasswick.example",
    iab_categories: ["IAB17-4", "IAB2"],
    notes: "Frames from one workshop. Books city by city.",
    campaigns: [
      {
        name: "City frames, summer",
        currency: "EUR",
        budget: null,
        items: [
          {
            name: "City frames, first wave",
            state: "completed",
            flight: [-84, -50],
            priority_id: 30,
            price: ["CPM", "20.00"],
            positions: ["preroll"],
            weight: 8,
          },
          {
            name: "City frames, Italy and Spain",
            state: "unfulfilled",
            flight: [-76, -41],
            priority_id: 40,
            price: ["CPM", "14.00"],
            countries: ["IT", "ES", "CH"],
            languages: ["it", "es"],
            weight: 5,
          },
          {
            name: "City frames, mid-roll test",
            state: "canceled",
            flight: [-60, -20],
            priority_id: 40,
            price: ["CPM", "24.00"],
            positions: ["midroll"],
            weight: 2,
          },
        ],
      },
      {
        name: "Workshop days",
        currency: "EUR",
        budget: 1.06,
        items: [
          {
            name: "Workshop days, makers' shows",
            state: "on-track",
            flight: [-33, 12],
            priority_id: 40,
            price: ["CPM", "19.50"],
            shows: ["bottega-aperta", "kleine-maschinen", "the-kitchen-ledger"],
            weight: 7,
            more: { notes: "Budget nearly used: ask whether they want to add to it." },
          },
        ],
      },
    ],
  },
  {
    name: "Nordfell Night Lines",
    domain: "nordfell.example",
    iab_categories: ["IAB20-26"],
    notes: "Sleeper trains. Separate creatives for each language are planned.",
    campaigns: [
      {
        name: "Sleep across borders",
        currency: "EUR",
        budget: null,
        frequency_cap: [{ max: 6, count: 1, unit: "WEEK" }],
        items: [
          {
            name: "Sleep across borders, German",
            state: "on-track",
            flight: [-45, 20],
            priority_id: 30,
            price: ["CPM", "26.00"],
            countries: ["DE", "AT", "CH"],
            languages: ["de"],
            weight: 9,
          },
          {
            name: "Sleep across borders, French",
            state: "behind",
            flight: [-30, 15],
            priority_id: 40,
            price: ["CPM", "24.00"],
            countries: ["FR", "BE"],
            languages: ["fr"],
            weight: 2,
          },
          {
            name: "Sleep across borders, paused",
            state: "paused",
            flight: [-40, 30],
            priority_id: 40,
            price: ["CPM", "21.00"],
            languages: ["it"],
            weight: 3,
          },
          {
            name: "Winter timetable",
            state: "extended",
            flight: [-48, -3],
            priority_id: 40,
            price: ["CPM", "17.00"],
            languages: ["de", "fr", "it"],
            weight: 4,
            more: { auto_extend_days: 14 },
          },
        ],
      },
    ],
  },
  {
    name: "Far Shore Audio",
    domain: "farshore.example",
    iab_categories: ["IAB1-2"],
    notes: "Our own programmes: they fill what is not sold.",
    campaigns: [
      {
        name: "House promos",
        currency: "EUR",
        budget: null,
        items: [
          {
            name: "Listen to Sobremesa larga",
            state: "no-goal",
            flight: [-68, 60],
            priority_id: 70,
            price: ["NONE", "0"],
            languages: ["es"],
            weight: 6,
          },
          {
            name: "Listen at night",
            state: "no-goal",
            flight: [-89, 60],
            priority_id: 70,
            price: ["NONE", "0"],
            weight: 3,
          },
        ],
      },
    ],
  },
];
