/** The texts of a show's directories in Spanish. */
import type { DirectoriesWords } from "./en.ts";

export const es: DirectoriesWords = {
  page: "Distribución",
  lead: "Los directorios leen tu feed solos, pero hay que avisar una vez a cada uno. Envía la dirección del feed y pega aquí la página del pódcast.",
  feed: "Dirección del feed",
  copy: "Copiar",
  copied: "Copiado",
  listed: "Incluido",
  ready: "Listo para enviar",
  missing: { one: "Falta {n} cosa", other: "Faltan {n} cosas" },
  has: "tiene",
  lacks: "falta",
  needs: {
    public: "Feed público",
    episode: "Episodio publicado",
    cover: "Portada",
    description: "Descripción",
    category: "Categoría",
    author: "Autor",
    email: "Correo en el feed",
    https: "Dirección https",
  },
  how: {
    apple:
      "Entra en Podcasts Connect, elige «Programa nuevo» y luego «Añadir un programa con un feed RSS». Apple lo revisa en unos días.",
    spotify:
      "Entra en Spotify for Creators y añade un pódcast existente. Spotify envía un código al correo del feed.",
    youtube:
      "En YouTube Studio elige «Crear», «Nuevo podcast», «Enviar feed RSS». YouTube envía un código al correo del feed.",
    amazon:
      "Entra en Amazon Music for Podcasters y añade el pódcast. También aparecerá en Audible.",
    podcastindex:
      "Pega la dirección: el pódcast aparece enseguida, y muchas apps abiertas lo leen allí.",
    pocketcasts: "Pega la dirección y confirma. El pódcast aparece en minutos.",
  },
  submit_to: "Enviar a {name}",
  open_at: "Abrir en {name}",
  listing: "La página del pódcast en {name}",
  save: "Guardar página",
  saved: "Guardado.",
  other_host:
    "Esta no es una dirección de {name}. Copia allí la dirección de la página del pódcast.",
};
