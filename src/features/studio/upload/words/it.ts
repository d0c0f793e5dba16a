/** The texts of upload fields in Italian. */
import type { UploadWords } from "./en.ts";

export const it: UploadWords = {
  progress: "Avanzamento del caricamento",
  pause: "Sospendi il caricamento",
  resume: "Riprendi il caricamento",
  sending: "Caricamento in corso. Nel frattempo puoi compilare il resto.",
  resumed: "Carichiamo il resto: l’inizio c’è già.",
  waiting: "Nessuna connessione. Il caricamento riprenderà da solo.",
  paused: "In pausa.",
  done: "Caricato.",
  awaited: "Salveremo appena il caricamento è completo.",
  too_large: "Il file è troppo grande. Scegline uno più piccolo.",
  no_space: "Non c’è più spazio per il file. Elimina qualcosa, poi riprendi.",
  signed_out:
    "La sessione è terminata. Accedi in un’altra scheda, ricarica questa pagina e scegli di nuovo il file.",
  unreadable: "Il file è cambiato o non si può leggere. Sceglilo di nuovo.",
  other: "Il caricamento si è fermato. Riprendilo o scegli di nuovo il file.",
};
