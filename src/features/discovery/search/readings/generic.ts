/** Words that tell little about what is searched for; pure. */

/** What podcasts are called, and small words between others, in the languages of the interface and its neighbours. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    "podcast podcasts podcasten podcastet podcat pod podd poddar podden cast casts radio show shows episode episodes ep eps episodio " +
    "episodios episodi episodio episode folge folgen ausgabe sendung emission emissions programa programas programma " +
    "programme program avsnitt aflevering afleveringen series serie staffel season saison temporada stagione feed official oficial " +
    "offiziell offizieller officiel ufficiale audio video channel network station fm tv online free full new the a an of and or for " +
    "in on at to by with from with der die das den dem des ein eine und oder von vom zum zur mit im am le la les l un " +
    "une des du de d et ou au aux avec el los las uno una y e o del al con por para il lo gli i di da della dei delle " +
    "ed het een en van met voor op os as um uma do dos das no na nos nas com och att som med av pa til i og dot percent per cent " +
    "prozent procent pourcent vypusk podkast vyipusk is it its my your this that plus vs hashtag nr no number part"
  ).split(" "),
);

export const isGeneric = (word: string): boolean => GENERIC.has(word);
