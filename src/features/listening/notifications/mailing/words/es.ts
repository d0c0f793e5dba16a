/** Mails about new episodes, and the pages about them, in Spanish. */
import type { Dictionary } from "./en.ts";

export const es: Dictionary = {
  mails: "Por correo",
  mails_hint: "Episodios nuevos de los podcasts de abajo que te avisan, a {address}.",
  frequency: "Correos",
  OFF: "Ninguno",
  AT_ONCE: "Poco después de publicarse un episodio",
  DAILY: "Una vez al día",
  WEEKLY: "Una vez a la semana",
  weekday: "Día del correo semanal",
  hour: "Hora de los correos diarios y semanales",
  quiet: "Horas de silencio",
  quiet_hint:
    "Los avisos en dispositivos y los correos inmediatos esperan a que terminen. Las horas son las de tu zona horaria, {zone}.",
  quiet_from: "Desde",
  quiet_to: "Hasta",
  never: "Nunca",
  save: "Guardar",
  saved_mail: "Tu elección está guardada.",
  asked:
    "Hemos enviado un correo a {address}. Abre su enlace para aceptar; hasta entonces no recibirás otros.",
  state_unconfirmed:
    "Todavía no has aceptado: abre el enlace del correo que enviamos a {address}. «Guardar» envía otro.",
  state_refused:
    "El servidor de correo de {address} rechazó nuestros correos. Comprueba la dirección y guarda para volver a intentarlo.",
  ask_subject: "¿Quieres correos sobre episodios nuevos?",
  ask_lead:
    "{username} pidió a {site} correos sobre episodios nuevos en esta dirección. Abre este enlace para aceptar:",
  ask_end: "Si no fuiste tú, no hagas nada: no recibirás más correos sobre esto.",
  agree_title: "Correos sobre episodios nuevos",
  agree_text: "Pulsa el botón para recibir los correos que pediste.",
  agree: "Enviadme estos correos",
  agreed:
    "Listo. Desde ahora recibes correos sobre episodios nuevos, y cada uno tiene un enlace para darte de baja.",
  end_ask: "No recibirás más correos sobre episodios nuevos en esta dirección.",
  end: "Darse de baja",
  ended: "Ya no recibes correos sobre episodios nuevos.",
  to_settings: "Ajustes de los avisos",
  subject_many: "Episodios nuevos: {shows}",
  lead: "Episodios nuevos de los podcasts que sigues:",
  more: { one: "Y un episodio más.", other: "Y {n} episodios más." },
  why: "Recibes este correo porque se lo pediste a {site}.",
};
