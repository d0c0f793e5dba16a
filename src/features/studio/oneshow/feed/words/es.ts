/** The texts of a show's feed in Spanish. */
import type { FeedWords } from "./en.ts";

export const es: FeedWords = {
  page: "Feed",
  address: "Dirección",
  address_lead: "Da esta dirección a directorios y apps.",
  address_private: "El pódcast es solo para el equipo: nadie más recibe este feed.",
  change_visibility: "Cambiar la visibilidad",
  copy: "Copiar",
  copied: "Copiado",
  key: "Clave",
  key_lead: "Solo reciben este feed las apps que tienen la clave en la dirección.",
  key_reset: "Crear una clave nueva",
  key_warning: "Quien tenga la dirección antigua pierde el pódcast hasta recibir la nueva.",
  key_done: "El feed tiene una clave nueva.",
  check: "Comprobación",
  check_lead:
    "Comprobadas ahora en {n} episodios: las reglas de RSS 2.0, de Apple y del Podcast Standards Project (PSP-1).",
  perfect: "Nada que arreglar.",
  passed: "El feed es válido. Aún puedes mejorarlo.",
  failed: {
    one: "{n} fallo impide que los directorios acepten el feed.",
    other: "{n} fallos impiden que los directorios acepten el feed.",
  },
  must: "Hay que arreglarlo",
  should: "Mejorable",
  mend: "Arreglar: {field}",
  episodes: { one: "{n} episodio:", other: "{n} episodios:" },
  and_more: "y {n} más",
  new_episode: "Nuevo episodio",
  cover: "Portada",
  settings: "Ajustes",
  fields: {
    show_email: "Mostrar en el feed el correo del propietario",
    email_hint:
      "Spotify y Amazon la necesitan para comprobar que el pódcast es tuyo. Los spammers también leen feeds: desactívala después.",
    item_limit: "Episodios más recientes en el feed",
    item_limit_hint: "Vacío: todos, 300 por página.",
    prepend_url: "Prefijo de las direcciones de audio",
    prepend_url_hint: "Para servicios de medición, como https://op3.dev/e/",
    locked: "Otros alojamientos",
    locked_yes: "No pueden importar este feed",
    locked_no: "Pueden importar este feed",
  },
  save: "Guardar ajustes",
  saved: "Guardado.",
  move: "Trasladar o desactivar",
  move_lead:
    "Si el pódcast pasa a otro alojamiento, esta dirección envía apps y directorios al feed nuevo, y los suscriptores lo siguen.",
  move_url: "Dirección del feed nuevo",
  move_warning:
    "Las apps recuerdan un traslado. Comprueba antes el feed nuevo: debe tener los mismos episodios con los mismos GUID.",
  move_act: "Trasladar el feed",
  move_sure: "He comprobado el feed nuevo",
  move_unsure: "Comprueba el feed nuevo y marca la casilla.",
  moved: "El feed se ha trasladado: esta dirección lleva a {url}",
  off: "El feed está desactivado: las apps y los directorios reciben «no encontrado».",
  back: "Volver a servir el feed aquí",
  back_done: "El feed vuelve a servirse aquí.",
  move_done: "El feed se ha trasladado.",
  off_done: "El feed está desactivado.",
  off_act: "Desactivar el feed",
  off_lead:
    "Los suscriptores conservan lo descargado y no reciben nada nuevo. Puedes volver a activarlo.",
  rules: {
    description:
      "El pódcast no tiene descripción. Escribe dos o tres frases para quien no lo conoce.",
    "description-length":
      "La descripción supera los 4000 bytes. Los directorios la cortan: acórtala.",
    category:
      "El pódcast no tiene categoría. Elige al menos una para que los directorios puedan listarlo.",
    image: "El pódcast no tiene portada. Sube una cuadrada de al menos 1400 píxeles.",
    items: "El feed no tiene episodios. Publica el primero o un tráiler.",
    author: "El pódcast no tiene autor. Indica la persona o el grupo que lo hace.",
    https:
      "La dirección del feed no empieza por https. Pide a quien administra el servidor que lo active.",
    "serial-numbers":
      "El pódcast se escucha desde el primer episodio, pero algunos no tienen número.",
    "item-enclosure": "Episodios sin audio. Súbelo o retíralos.",
    "item-enclosure-length": "Episodios sin tamaño de audio. Sube el audio aquí.",
    "item-enclosure-size":
      "Episodios con tamaño de audio desconocido, porque está en otro alojamiento. Copia el audio aquí.",
    "item-enclosure-type": "Audio de un tipo que Apple no reproduce. Súbelo aquí como MP3 o M4A.",
    "item-enclosure-unique": "Episodios con el mismo audio que otro. Elimina uno.",
    "item-description": "Episodios sin descripción. Di en pocas frases de qué tratan.",
    "item-description-length": "Descripciones de más de 10 000 bytes. Apple las corta: acórtalas.",
    "item-duration": "Episodios sin duración. Sube aquí el audio y se mide.",
    "item-image": "Episodios sin imagen propia: las apps muestran la portada del pódcast.",
    "item-transcript": "Episodios sin transcripción. Con una, se pueden leer y buscar.",
    "item-number": "Episodios con número 0. Apple empieza en 1.",
  },
  check_now: "Comprobar el feed ahora",
  check_long: "Comprobar {n} episodios tarda unos segundos.",
};
