/** Mails about one's shows, and the pages about them, in Spanish. */
import type { Dictionary } from "./en.ts";

export const es: Dictionary = {
  title: "Las cifras de tus podcasts por correo",
  hint: "Sobre todos los podcasts que puedes editar.",
  weekly_report: "Un informe cada lunes por la mañana",
  jump_notes:
    "Un aviso cuando un podcast tenga muchas más reproducciones y descargas de lo habitual",
  save: "Guardar",
  state_unconfirmed:
    "No se envía nada hasta que hayas confirmado tu dirección de correo electrónico.",
  confirm: "Confírmala",
  state_refused:
    "El servidor de correo de tu dirección ha rechazado nuestros correos. Revisa la dirección y guarda para intentarlo de nuevo.",
  no_mail: "Este servidor no envía correos.",
  your_shows: "Tus podcasts",
  week_subject: {
    one: "{name}: {n} reproducción o descarga, {from} – {to}",
    other: "{name}: {n} reproducciones y descargas, {from} – {to}",
  },
  week_lead: {
    one: "{name}: {n} reproducción o descarga del {from} al {to},",
    other: "{name}: {n} reproducciones y descargas del {from} al {to},",
  },
  more_than_before: "un {percent} más que la semana anterior.",
  less_than_before: "un {percent} menos que la semana anterior.",
  as_before: "casi las mismas que la semana anterior.",
  nothing_before: "ninguna la semana anterior.",
  show: "Podcast",
  this_week: "Esta semana",
  week_before: "Semana anterior",
  more_shows: { one: "Y {n} podcast más.", other: "Y {n} podcasts más." },
  best: "Los mejores episodios:",
  new_episodes: {
    one: "Se ha publicado {n} episodio nuevo.",
    other: "Se han publicado {n} episodios nuevos.",
  },
  new_followers: { one: "{n} seguidor nuevo.", other: "{n} seguidores nuevos." },
  jump_subject: {
    one: "{name}: {n} reproducción o descarga el {day}",
    other: "{name}: {n} reproducciones y descargas el {day}",
  },
  jump_lead: {
    one: "{name} tuvo {n} reproducción o descarga el {day}.",
    other: "{name} tuvo {n} reproducciones y descargas el {day}.",
  },
  jump_usual: {
    one: "Un día habitual de las cinco semanas anteriores fue {n}.",
    other: "Un día habitual de las cinco semanas anteriores fueron {n}.",
  },
  open: "Abrir las cifras",
  utc: "Los días son UTC. Las cifras aún pueden cambiar un poco durante dos días.",
  why_weekly: "Recibes este correo porque has pedido a {site} un informe cada lunes.",
  why_jumps:
    "Recibes este correo porque has pedido a {site} un aviso cuando un podcast tenga muchas más reproducciones y descargas de lo habitual.",
  end: "Darse de baja",
  to_settings: "Ajustes de notificaciones",
  end_weekly: "No recibirás más informes sobre tus podcasts los lunes.",
  ended_weekly: "Ya no recibes informes sobre tus podcasts los lunes.",
  end_jumps:
    "No recibirás más avisos cuando un podcast tenga muchas más reproducciones y descargas.",
  ended_jumps:
    "Ya no recibes avisos cuando un podcast tiene muchas más reproducciones y descargas.",
};
