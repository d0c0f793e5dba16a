/** The pages about notifications in Spanish. */
import type { Dictionary } from "./en.ts";

export const es: Dictionary = {
  title: "Notificaciones",
  lead: "Los nuevos episodios de los pódcasts que sigues, en tus dispositivos, poco después de publicarse.",
  devices: "Tus dispositivos",
  none: "Ningún dispositivo recibe notificaciones todavía.",
  here: "Avisarme en este dispositivo",
  here_hint: "Tu navegador pide permiso primero.",
  unable:
    "Este navegador no puede mostrar notificaciones. En un iPhone o iPad, añade primero este sitio a la pantalla de inicio.",
  refused:
    "Tu navegador no permite notificaciones de este sitio. Permítelas en sus ajustes para este sitio e inténtalo de nuevo.",
  failed: "Tu navegador no pudo registrar este dispositivo. Inténtalo más tarde.",
  needs_scripts: "Para añadir este dispositivo, activa JavaScript.",
  added: "Este dispositivo recibe desde ahora los nuevos episodios.",
  removed: "El dispositivo ya no recibe notificaciones.",
  saved: "Tu elección está guardada.",
  added_at: "Añadido: {when}",
  last: "último aviso: {when}",
  failing: "primer fallo: {when}",
  remove: "Detener",
  shows: "Pódcasts",
  shows_hint: "Sigues estos pódcasts. Elige cuáles te avisan.",
  no_shows: "Todavía no sigues ningún pódcast.",
  most_shows: "Estos son los {n} pódcasts que seguiste por último.",
  on: "Te avisa",
  off: "En silencio",
  turn_on: "Avisarme",
  turn_off: "No avisarme",
  remove_ask: "¿Dejar de avisar en este dispositivo?",
  remove_text:
    "{device} ya no recibirá avisos de nuevos episodios. Puedes volver a añadirlo desde su propio navegador.",
  ask_title: "Episodios nuevos de {show}",
  ask_text:
    "Sigues el podcast, y este dispositivo te muestra los episodios nuevos poco después de publicarse.",
  ask_follow: "Seguir y elegir en los ajustes",
  unnamed: "Un dispositivo",
};
