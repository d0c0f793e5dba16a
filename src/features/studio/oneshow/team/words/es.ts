/** The texts of a show's team in Spanish. */
import type { TeamWords } from "./en.ts";

export const es: TeamWords = {
  page: "Equipo",
  people: "Personas",
  roles: {
    owner: "Autor: todo, incluidos el equipo y la eliminación del pódcast",
    show: "Este pódcast: detalles, feed y episodios",
    all: "Todos los pódcasts del autor: lo mismo, pódcasts nuevos y mover episodios entre ellos",
  },
  you: "tú",
  add: "Añadir a una persona",
  add_lead:
    "Necesita una cuenta en este servidor. Los permisos valen enseguida; no hay invitación que aceptar.",
  username: "Nombre de usuario",
  unknown: "Nadie en este servidor tiene ese nombre de usuario.",
  author_already: "Es el autor, que ya puede hacerlo todo.",
  role: "Puede editar",
  this_show: "Este pódcast",
  all_shows: "Todos los pódcasts del autor",
  add_act: "Añadir",
  to_show: "Solo este pódcast",
  to_all: "Permitir todos los pódcasts",
  remove: "Quitar",
  remove_of: "Quitar a {name}",
  remove_sure: "{name} ya no podrá editar ni ver los episodios no publicados.",
  added: "El equipo tiene un nuevo miembro.",
  changed: "El papel se ha cambiado.",
  removed: "Quitado del equipo.",
  nobody:
    "Trabajas sin equipo en este pódcast. Añade a quien graba, edita o escribe notas contigo.",
  only_author: "Solo el autor ve y cambia el equipo.",
  your_role: "Tu papel",
  admin: "Ves esta página como administrador del servidor.",
  organizations: "Organizaciones",
  organizations_lead:
    "Los miembros de estas organizaciones ven las cifras de este pódcast. Lo demás depende de su rol, que eligen los administradores de la organización.",
  member_roles: {
    admin: "Administración",
    ad_manager: "Gestión de publicidad",
    analyst: "Análisis",
    editor: "Edición",
  },
  member_rights: {
    admin: "edita el pódcast, ve las cifras, contrata publicidad y elige a los miembros",
    ad_manager: "ve las cifras y contrata publicidad",
    analyst: "ve las cifras y las de la publicidad",
    editor: "edita el pódcast y ve las cifras",
  },
};
