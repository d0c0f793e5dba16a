/** The texts of the page of a transcript in Spanish. */
import type { TranscriptWords } from "./en.ts";

export const es: TranscriptWords = {
  none: "Todavía no hay transcripción",
  none_text:
    "Con una transcripción, un episodio se puede leer, buscar y encontrar. Sube una y corrígela aquí mientras escuchas.",
  only_links:
    "Las transcripciones de este episodio están en otros servidores. Sube una para editarla aquí.",
  saved: "Transcripción guardada.",
  added: "Transcripción añadida.",
  estimated:
    "Transcripción añadida. El texto no tiene tiempos, así que son estimados: corrígelos mientras escuchas.",
  removed: "Transcripción quitada.",
  not_removed:
    "No se quitó: alguien cambió la transcripción desde que abriste la página. Así está ahora.",
  no_audio: "Todavía no hay audio. Puedes editar las palabras sin él.",
  cues: "Fragmentos",
  cues_hint:
    "Un fragmento es una línea con los tiempos y, si quieres, quién habla; debajo van las palabras. Una línea vacía lo termina.",
  keys: "Ctrl + Intro divide un fragmento donde estás. Ctrl + Espacio lo reproduce o lo pausa.",
  leave: "La transcripción no está guardada.",
  save: "Guardar transcripción",
  count: { one: "{n} fragmento", other: "{n} fragmentos" },
  page_of: "página {page} de {pages}",
  pages: "Páginas de la transcripción",
  before: "Fragmentos anteriores",
  after: "Fragmentos siguientes",
  fault_times: "La línea {line} necesita antes los tiempos, por ejemplo 0:04.000 --> 0:07.500.",
  fault_order: "El fragmento de la línea {line} termina antes de empezar.",
  fault_empty:
    "Una transcripción necesita al menos un fragmento. Para quitarla, usa el botón de al lado.",
  fault_other: "La transcripción no se puede guardar así.",
  conflict:
    "Otra persona guardó esta transcripción mientras escribías. Tus palabras están abajo y no se ha perdido nada. Ahora estos fragmentos son distintos:",
  play_from: "Reproducir desde {time}",
  speaker: "Quién habla",
  said: "Palabras",
  from: "Empieza en",
  to: "Termina en",
  split: "Dividir",
  merge: "Unir con el siguiente",
  remove: "Quitar",
  export: "Guardar como archivo",
  export_vtt: "WebVTT (.vtt)",
  export_srt: "SubRip (.srt)",
  export_txt: "Texto (.txt)",
  export_json: "JSON (.json)",
  all: "Transcripciones",
  elsewhere: "en otro servidor",
  remove_transcript: "Quitar transcripción",
  remove_asks:
    "Las aplicaciones dejarán de mostrarla. Guárdala antes como archivo si puedes volver a necesitarla.",
  add: "Subir otra transcripción",
  back: "Volver a la transcripción",
  file: "Archivo",
  file_hint: "WebVTT, SubRip o JSON. Un archivo de texto sin tiempos recibe tiempos estimados.",
  language: "Idioma",
  language_hint: "Un código como es o pt-BR.",
  link_instead: "O enlazar una transcripción de otro servidor",
  url: "Dirección",
  type: "Formato",
  upload: "Subir transcripción",
};
