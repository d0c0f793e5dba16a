/** The texts of acts on one episode of a list in Spanish. */
import type { EpisodeActsWords } from "./en.ts";

export const es: EpisodeActsWords = {
  publish_title: "Publicar episodio",
  publish_lead:
    "«{title}» aparece enseguida en sus páginas y en el feed de {show}. Un episodio publicado no vuelve a ser borrador, pero puedes ocultarlo.",
  publish_planned: "Estaba programado para {date}.",
  publish_now: "Publicar ahora",
  unschedule_title: "Anular la programación del episodio",
  unschedule_lead:
    "«{title}» queda como borrador de {show} hasta que lo publiques o lo programes de nuevo.",
  unschedule_planned: "Está programado para {date}.",
  unschedule: "Anular la programación del episodio",
  delete_title: "Eliminar episodio",
  delete_lead:
    "«{title}» desaparece de todas las páginas y feeds, con su audio, sus me gusta y sus mensajes. No se puede deshacer. Lo contado queda en las cifras del pódcast.",
  name: "Escribe el título del episodio",
  wrong_name: "No es el título del episodio. No se eliminó nada.",
  delete: "Eliminar episodio",
  cancel: "Cancelar",
};
