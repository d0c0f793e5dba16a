/** The texts of upload fields in Spanish. */
import type { UploadWords } from "./en.ts";

export const es: UploadWords = {
  progress: "Progreso de la subida",
  pause: "Pausar la subida",
  resume: "Reanudar la subida",
  sending: "Subiendo. Mientras tanto puedes rellenar el resto.",
  resumed: "Subiendo el resto: el principio ya está aquí.",
  waiting: "Sin conexión. La subida continuará por sí sola.",
  paused: "En pausa.",
  done: "Subido.",
  awaited: "Se guardará en cuanto termine la subida.",
  too_large: "El archivo es demasiado grande. Elige uno más pequeño.",
  no_space: "No queda espacio para el archivo. Elimina algo y reanuda la subida.",
  signed_out:
    "Tu sesión ha terminado. Inicia sesión en otra pestaña, recarga esta página y vuelve a elegir el archivo.",
  unreadable: "El archivo ha cambiado o no se puede leer. Elígelo de nuevo.",
  other: "La subida se ha detenido. Reanúdala o vuelve a elegir el archivo.",
};
