/** The texts of a show's messages in Spanish. */
import type { MessagesWords } from "./en.ts";

export const es: MessagesWords = {
  page: "Mensajes",
  lead: "Los oyentes escriben debajo de un episodio y todo el mundo puede leerlo. Puedes responder en público, denunciar un mensaje a quien administra el servidor o eliminarlo.",
  all: "Todos",
  unanswered: "Sin responder",
  reported: "Denunciados",
  hidden: "Oculto hasta que decida quien administra",
  reports: { one: "{n} denuncia", other: "{n} denuncias" },
  team: "del equipo",
  reply: "Responder",
  reply_to: "Responder a {name}",
  reply_text: "Tu respuesta, que todo el mundo puede leer",
  reply_act: "Publicar respuesta",
  report: "Denunciar",
  report_of: "Denunciar el mensaje de {name}",
  reason: "Qué tiene de malo, para quien administra",
  report_act: "Denunciar mensaje",
  delete: "Eliminar",
  delete_of: "Eliminar el mensaje de {name}",
  delete_sure: "Desaparece para todos y no se puede recuperar.",
  delete_act: "Eliminar mensaje",
  replied: "Tu respuesta está publicada.",
  was_reported: "Quien administra revisará el mensaje.",
  deleted: "El mensaje se ha eliminado.",
  empty_title: "Aún no hay mensajes",
  empty:
    "Aquí aparece lo que los oyentes escriben debajo de los episodios de este pódcast. Pregúntales algo al final del próximo episodio.",
  none_reported: "No hay mensajes denunciados de este pódcast.",
  none_unanswered: "Todos los mensajes tienen respuesta.",
  older: "Mensajes anteriores",
};
