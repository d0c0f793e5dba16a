/** The texts of reports for sponsors in Spanish. */
import type { SponsorReportWords } from "./en.ts";

export const es: SponsorReportWords = {
  report: "Informe de campaña",
  lead: "{advertiser} · a {date}",
  delivered: "Impresiones entregadas",
  goal: "Objetivo",
  by_day: "Impresiones por día",
  says: "Se entregaron {n} impresiones, el {percent} del objetivo.",
  says_plain: "Se entregaron {n} impresiones.",
  items: "Líneas",
  item: "Línea",
  start: "Empieza",
  end: "Termina",
  counted: "Una impresión cuenta cuando el anuncio se ha enviado a un oyente cuya descarga cuenta.",
  share: "Compartir el informe",
  share_lead:
    "Crea una dirección que muestra las entregas de esta campaña, sin precios, a quien la tenga. Una nueva sustituye a la anterior.",
  days: "Válida por días",
  do_share: "Crear una dirección",
  do_end: "Dejar de compartir",
  address: "La dirección del informe. Solo se muestra ahora: cópiala.",
  until: "Compartido hasta el {date}.",
  ended: "El informe ya no se comparte.",
  back: "Volver a la campaña",
};
