/** The texts of a show's exports in Spanish. */
import type { ExportingWords } from "./en.ts";

export const es: ExportingWords = {
  page: "Exportar",
  lead: "Todo esto es tuyo. Llévatelo cuando quieras: nada cambia por ello.",
  feed: "Feed",
  feed_lead:
    "Todo el pódcast como lo importan otros alojamientos: detalles, episodios, capítulos, transcripciones, enlaces al audio.",
  feed_act: "Abrir feed (RSS)",
  feed_pages: "Tiene {n} páginas de 300 episodios, y cada una indica la siguiente.",
  episodes: "Episodios",
  episodes_lead:
    "Una fila por episodio, también borradores: título, estado, fechas, números, etiquetas, GUID, descripción.",
  episodes_act: "Descargar episodios (CSV)",
  audio: "Audio",
  audio_lead:
    "Direcciones, tamaños y duraciones del audio de los episodios publicados. Un gestor de descargas acepta la lista.",
  audio_act: "Descargar lista de audio (CSV)",
  numbers: "Cifras",
  numbers_lead: "Reproducciones y descargas de cada día, como las cuentan las estadísticas.",
  numbers_act: "Descargar un año de días (CSV)",
  team_only:
    "El pódcast es solo para el equipo: para que otro alojamiento lo importe, cambia antes su visibilidad.",
  moving: "¿Te mudas a otro alojamiento?",
  moving_steps:
    "Importa allí el feed, comprueba el nuevo y traslada aquí el feed: los suscriptores lo siguen solos.",
  move_act: "Trasladar el feed",
  columns: {
    title: "Título",
    state: "Estado",
    published_at: "Publicado (UTC)",
    scheduled_at: "Programado (UTC)",
    season: "Temporada",
    number: "Número",
    kind: "Tipo",
    explicit: "Explícito",
    tags: "Etiquetas",
    guid: "GUID",
    page: "Página",
    description: "Descripción",
    audio: "Audio",
    bytes: "Bytes",
    seconds: "Segundos",
    day: "Día (UTC)",
    plays: "Reproducciones",
    downloads: "Descargas",
  },
  states: {
    processing: "en proceso",
    failed: "con error",
    published: "publicado",
    scheduled: "programado",
    draft: "borrador",
  },
};
