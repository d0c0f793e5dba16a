/** The texts of the page of a report's mails in Spanish. */
import type { MailsDictionary } from "./en.ts";

export const es: MailsDictionary = {
  title: "Correos de un informe",
  mails: "Correos",
  lead: "Cada destinatario recibe un correo con las cifras en una frase, las primeras filas y todas las filas en CSV.",
  no_mail:
    "Este servidor no envía correo. Pide a quienes lo administran que configuren un servidor de correo (SMTP_URL).",
  stopped:
    "Este informe ya no se envía: {owner} ya no puede leer la publicidad del equipo. Guarda un informe propio para enviarlo.",
  stopped_own:
    "Este informe ya no se envía porque habías perdido el permiso de leer la publicidad del equipo. Guarda el calendario para empezar de nuevo.",
  next: "Los próximos correos salen el {when} ({zone}).",
  none: "Este informe no se envía.",
  by_owner: "Solo puede cambiarlo {owner}, que guardó el informe.",
  not_mailed: "No se envía",
  stopped_short: "Detenido",
  frequency: "Frecuencia",
  DAILY: "Cada día",
  WEEKLY: "Cada semana",
  MONTHLY: "Cada mes",
  weekday: "Día de la semana",
  day: "Día del mes",
  day_hint: "En los meses más cortos: el último día.",
  hour: "Hora",
  timezone: "Zona horaria",
  recipients: "Destinatarios",
  UNCONFIRMED: "no recibe correos hasta que confirme su dirección en sus ajustes",
  UNSUBSCRIBED: "se ha dado de baja; solo el enlace de uno de sus correos puede deshacerlo",
  LEFT: "ya no puede leer la publicidad del equipo",
  confirm: "Confirma tu correo electrónico",
  save: "Guardar calendario",
  stop: "Dejar de enviarlo",
  test: "Enviármelo ahora",
  back: "Volver a los informes",
  saved: "Guardado.",
  ended: "El informe ya no se envía.",
  tested: "El correo está en cola. La lista de abajo dice qué pasa con él.",
  log: "Correos de los últimos 90 días",
  log_empty: "Todavía ninguno.",
  older: "Correos anteriores",
  at: "Hora",
  recipient: "Destinatario",
  state: "Estado",
  asked: "pedido",
  zone: "Las horas están en la zona horaria {zone}.",
  PENDING: "En espera",
  SENT: "Enviado",
  SKIPPED: "No enviado",
  FAILED: "Fallido",
  why_LEFT: "Esta persona ya no puede leer la publicidad del equipo. Elige otros destinatarios.",
  why_UNCONFIRMED: "La dirección no está confirmada. Su dueño puede confirmarla en sus ajustes.",
  why_UNSUBSCRIBED: "Esta persona se ha dado de baja.",
  why_STOPPED: "Quien guardó el informe ya no puede leer la publicidad del equipo.",
  why_REFUSED:
    "El servidor de correo rechaza la dirección. Su dueño puede corregirla en sus ajustes.",
  why_UNREACHABLE:
    "El servidor de correo no lo ha aceptado. Hay seis intentos en unas cuatro horas; después, pregunta a quienes administran este servidor.",
  why_UNANSWERED:
    "El servidor de correo no ha confirmado que lo aceptara. Quizá haya llegado, así que no se envía otra vez.",
  why_REPORT:
    "No se puede hacer el informe: tiene demasiadas filas, o ya no existe aquello de lo que trata. Cambia el informe.",
};
